import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Me, PersonEntry } from '@/api/schema';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
import { People } from './people';

const anna = {
  id: 'p1',
  username: 'anna@example.org',
  invited: false,
  roles: [{ study: 'pilot', role: 'analyst', mayUnblind: true, since: '2026-11-20T10:00:00.000Z' }],
} as unknown as PersonEntry;

test('a role is changed in its row, from what it is now', async () => {
  const replies: Record<string, unknown> = {
    '/api/installation/people': { people: [anna] },
    '/api/installation/studies': { studies: [{ id: 'pilot', title: 'Pilot', role: 'owner' }] },
    '/api/installation/tokens': { tokens: [] },
  };
  vi.spyOn(api, 'get').mockImplementation(((path: string) =>
    Promise.resolve(replies[path])) as never);
  const monitor = { ...anna, roles: [{ ...anna.roles[0], role: 'monitor', mayUnblind: false }] };
  const put = vi.spyOn(api, 'put').mockResolvedValue({ people: [monitor] } as never);
  renderConsole(<People me={{ owner: false, invites: true } as Me} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Change role' }));
  const dialog = within(screen.getByRole('dialog', { name: /anna@example.org in “Pilot”/ }));
  const role = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Role' });
  const unblinds = dialog.getByRole<HTMLInputElement>('checkbox');
  expect([role.value, unblinds.checked]).toEqual(['analyst', true]);
  await user.selectOptions(role, 'monitor');
  await user.click(unblinds);
  await user.click(dialog.getByRole('button', { name: 'Save role' }));
  expect(put).toHaveBeenCalledWith('/api/installation/people/{id}/roles/{study}', {
    path: { id: 'p1', study: 'pilot' },
    body: { role: 'monitor', mayUnblind: false },
  });
  expect(await screen.findByRole('cell', { name: 'Monitor' })).toBeDefined();
});
