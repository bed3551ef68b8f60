import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
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

test('a study with later parts has filters for the part and its state', () => {
  const part = { id: 'follow_up', title: 'Second part' };
  const study = { blinded: true, steps: [], arms: [], design: [{ id: 'main', title: null }, part] };
  client.setQueryData(keyOf('/api/admin/study'), study);
  const onChange = vi.fn();
  renderConsole(<ParticipantFilters search={FILTERS} onChange={onChange} />);
  fireEvent.change(screen.getByLabelText('Later part'), { target: { value: 'follow_up' } });
  expect(onChange).toHaveBeenCalledWith({ wave: 'follow_up' });
  fireEvent.change(screen.getByLabelText('State of the later part'), {
    target: { value: 'missed' },
  });
  expect(onChange).toHaveBeenLastCalledWith({ waveState: 'missed' });
});
