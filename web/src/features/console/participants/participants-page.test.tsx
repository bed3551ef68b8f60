import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { client } from '../data/query';
import ParticipantsPage from './participants-page';

const times = { opensAt: '2026-12-01', closesAt: '2026-12-10' };
const second = { id: 'second', title: 'Second part', state: 'completed', ...times };
const third = { id: 'third', title: 'Third part', state: 'missed', ...times };
const row = {
  code: 'ABCD-2345',
  status: 'finished',
  step: '/end',
  registeredAt: '2026-11-01',
  movedAt: '2026-11-02',
  flags: [],
  waves: [second, third],
};
const list = { participants: [row], blinded: true, all: 1, matching: 1, from: 1, next: null };

/** The status of the only participant in the list at an address. */
async function status(search: string) {
  onTestFinished(() => client.clear());
  vi.spyOn(api, 'get').mockImplementation(((path: string) =>
    path === '/api/admin/participants' ? Promise.resolve(list) : new Promise(() => {})) as never);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/console/participants${search}`]}>
        <ParticipantsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const found = await screen.findByRole('row', { name: /ABCD-2345/ });
  return within(found).getAllByRole('cell')[0]?.textContent;
}

test.each([
  ['', 'Third part: Missed'],
  ['?wave=second&waveState=completed', 'Second part: Completed'],
  ['?wave=second', 'Second part: Completed'],
  ['?waveState=completed', 'Second part: Completed'],
  ['?wave=third', 'Third part: Missed'],
])('the list at "%s" shows "%s"', async (search, part) => {
  expect(await status(search)).toContain(part);
});
