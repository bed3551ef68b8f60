import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Me, StudyEntry } from '@/api/schema';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
import { Studies } from './studies';

const study = (own: Partial<StudyEntry>) => ({
  host: null,
  path: '',
  state: 'open',
  recruitment: 'open',
  fault: null,
  ...own,
});

test('owners are led to pausing a study, and to handing it over', async () => {
  const studies = [
    study({ id: 'pilot', title: 'Pilot', path: '/s/pilot', role: 'owner' }),
    study({ id: 'main', title: 'Field', role: 'analyst' }),
  ];
  vi.spyOn(api, 'get').mockResolvedValue({ studies } as never);
  renderConsole(<Studies me={{ owner: false, invites: true } as Me} />);
  const own = within(await screen.findByRole('row', { name: /Pilot/ }));
  const pausing = own.getByRole('link', { name: 'Change the recruitment of “Pilot”' });
  expect(pausing.getAttribute('href')).toBe('/s/pilot/admin/study');
  const other = within(screen.getByRole('row', { name: /Field/ }));
  expect(other.queryByRole('link', { name: /recruitment/ })).toBeNull();
  const people = screen.getByRole('link', { name: 'Give a role' });
  expect(people.getAttribute('href')).toBe('/console/people');
  // On a phone, each value has its label; buttons need none.
  const labels = other.getAllByRole('cell').map((cell) => cell.dataset.label);
  expect(labels).toEqual(['State', 'Recruitment', 'Your role', undefined]);
});
