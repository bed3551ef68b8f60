import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderConsole } from '../../../../test/render-console';
import { useLive } from '../data/live';
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

test('the switch appears in an open console with the first simulated participants', () => {
  renderConsole(<Page />);
  const send = (simulated: number) => {
    const data = JSON.stringify({ kinds: { simulated } });
    act(() => stream.listener?.onEvent({ event: 'overview', data }));
  };
  send(0);
  expect(screen.queryByRole('checkbox')).toBeNull();
  send(1);
  expect(screen.getByRole('checkbox', { name: 'Count simulated participants' })).toBeDefined();
});
