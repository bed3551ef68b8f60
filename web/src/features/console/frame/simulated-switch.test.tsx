import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useLive } from '../data/live';
import { client } from '../data/query';
import type { Listener } from '../data/stream';
import { SimulatedSwitch } from './simulated-switch';

const stream = vi.hoisted(() => ({ listener: undefined as Listener | undefined }));
vi.mock('../data/stream', () => ({
  follow: async (_path: string, _signal: AbortSignal, listener: Listener) => {
    stream.listener = listener;
  },
}));
vi.mock('@/lib/api-client', async (original) => ({
  ...(await original<typeof import('@/lib/api-client')>()),
  api: { get: () => new Promise(() => {}) },
}));

function Page() {
  useLive(false);
  return <SimulatedSwitch />;
}

test('the switch for robots comes with the first rehearsal, into a console that is open', () => {
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  const told = (simulated: number) =>
    act(() =>
      stream.listener?.onEvent({
        event: 'overview',
        data: JSON.stringify({ kinds: { simulated } }),
      }),
    );
  told(0);
  expect(screen.queryByRole('checkbox')).toBeNull();
  told(1);
  expect(screen.getByRole('checkbox', { name: 'Count simulated participants' })).toBeDefined();
});
