import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../../test/render-console';
import { client, keyOf } from '../data/query';
import { ParticipantFilters } from './filters';
import { FILTERS } from './search';

function offered(study: { blinded: boolean; steps: string[] }, step = '') {
  client.setQueryData(keyOf('/api/admin/study'), { ...study, arms: [] });
  const { unmount } = renderConsole(
    <ParticipantFilters search={{ ...FILTERS, step }} onChange={() => {}} />,
  );
  const options = within(screen.getByLabelText('Step')).getAllByRole('option');
  const names = options.map((option) => option.textContent);
  unmount();
  return names;
}

test('participants are filtered by the steps that they can be on', () => {
  const blinded = { blinded: true, steps: ['/consent', '/group-part', '/end'] };
  const part = 'Arm-specific part';
  expect(offered(blinded)).toEqual(['Any', 'Consent', part, 'End']);
  expect(offered({ blinded: false, steps: ['/consent', '/dashboard', '/end'] })).toEqual([
    'Any',
    'Consent',
    'Flow B',
    'End',
  ]);
  // An address from before or after the unblinding: its filter is visible and can be removed.
  expect(offered(blinded, '/dashboard')).toContain('Flow B');
});

test('on a phone, the filters are behind a button with the number of active ones', async () => {
  client.setQueryData(keyOf('/api/admin/study'), { blinded: true, steps: [], arms: [] });
  const search = { ...FILTERS, q: 'ab', status: 'completed', excluded: 'true' };
  renderConsole(<ParticipantFilters search={search} onChange={() => {}} />);
  const more = screen.getByRole('button', { name: 'Filters (2 active)' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(more);
  expect(more.getAttribute('aria-expanded')).toBe('true');
});
