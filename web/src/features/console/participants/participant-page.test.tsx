import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { ApiProblem } from '@/lib/problems';
import { change } from '../data/change';
import { client } from '../data/query';
import ParticipantPage from './participant-page';

const nobody = new ApiProblem({ status: 404, code: 'not_found', message: 'No.' });
const somebody = {
  code: 'ABCD-2345',
  status: 'finished',
  step: '/end',
  studyVersion: 'b5eb4478',
  signs: [],
  timeline: [],
};

beforeEach(() => client.clear());

const open = (code: string) =>
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ParticipantPage code={code} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test('a code that nobody has may be mistyped', async () => {
  vi.spyOn(api, 'get').mockRejectedValue(nobody);
  open('ABCD-2345');
  expect(
    await screen.findByRole('heading', { name: 'There is no such participant' }),
  ).toBeDefined();
});

test('somebody who is erased while the page shows them is erased, and not unknown', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValue(somebody as never);
  open('ABCD-2345');
  await screen.findByRole('button', { name: 'Withdraw' });
  await act(async () => {
    get.mockRejectedValue(nobody);
    await change(Promise.resolve());
  });
  await screen.findByRole('heading', { name: 'All data of ABCD-2345 have been erased' });
  expect(screen.queryByText('There is no such participant')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});
