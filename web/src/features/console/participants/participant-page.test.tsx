import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { ApiProblem } from '@/lib/problems';
import { renderConsole } from '../../../../test/render-console';
import { change } from '../data/change';
import ParticipantPage from './participant-page';

const unknown = new ApiProblem({ status: 404, code: 'not_found', message: 'No.' });
const participant = {
  code: 'ABCD-2345',
  status: 'finished',
  step: '/end',
  studyVersion: 'b5eb4478',
  flags: [],
  waves: [],
  timeline: [],
};

const open = (code: string) => renderConsole(<ParticipantPage code={code} />);

test('a code that does not exist may be mistyped', async () => {
  vi.spyOn(api, 'get').mockRejectedValue(unknown);
  open('ABCD-2345');
  expect(
    await screen.findByRole('heading', { name: 'There is no such participant' }),
  ).toBeDefined();
});

test('a participant who is erased while shown is not reported as unknown', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValue(participant as never);
  open('ABCD-2345');
  await screen.findByRole('button', { name: 'Withdraw' });
  await act(async () => {
    get.mockRejectedValue(unknown);
    await change(Promise.resolve());
  });
  await screen.findByRole('heading', { name: 'All data of ABCD-2345 have been erased' });
  expect(screen.queryByText('There is no such participant')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

test('a later part has its state, and when it opens and closes', async () => {
  const wave = { id: 'later', title: 'Second part', state: 'completed' };
  const times = { opensAt: '2026-12-01', closesAt: '2026-12-10' };
  vi.spyOn(api, 'get').mockResolvedValue({
    ...participant,
    waves: [{ ...wave, ...times }],
  } as never);
  open('ABCD-2345');
  const { nextElementSibling } = await screen.findByText('Second part');
  expect(nextElementSibling?.textContent).toMatch(/^CompletedOpens: .*1.*Closes: .*10/);
});
