import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { client } from '../data/query';
import { AskForPackage } from './ask';

beforeEach(() => client.clear());

async function show(people: number, simulated: number): Promise<void> {
  const replies: Record<string, unknown> = {
    '/api/admin/unblinding': { byExport: people > 0 },
    '/api/admin/overview': { kinds: { people, simulated } },
  };
  vi.spyOn(api, 'get').mockImplementation(
    async (path) => replies[path.split('?')[0] ?? ''] as never,
  );
  render(
    <QueryClientProvider client={client}>
      <AskForPackage past={[]} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
}

const tick = () => userEvent.click(screen.getByRole('checkbox', { name: /^Simulated/ }));

test('with robots alone the page says that the package would be empty, until they are ticked', async () => {
  await show(0, 600);
  expect(screen.getByText(/Unless you tick them above, the package is empty/)).toBeDefined();
  await tick();
  expect(screen.queryByText(/the package is empty/)).toBeNull();
});

test('beside people it says how many robots stay out', async () => {
  await show(12, 600);
  expect(screen.getByText(/Simulated participants not included: 600/)).toBeDefined();
  await tick();
  expect(screen.queryByText(/not included/)).toBeNull();
});

test('without a rehearsal there is nothing to say', async () => {
  await show(12, 0);
  expect(screen.queryByText(/not included|is empty/)).toBeNull();
});
