import { expect, test, vi } from 'vitest';
import { REQUEST_TIMEOUT } from './constants';
import { NetworkProblem } from './problems';
import { timedFetch } from './timed-fetch';

test('a reply that stalls after its headers is aborted after the limit', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{'));
        signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    });
    return new Response(body);
  });
  const call = timedFetch('/api/x');
  const outcome = expect(call).rejects.toThrow(NetworkProblem);
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT);
  await outcome;
});

test('a reply without a body stays without one', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  expect((await timedFetch('/api/x')).status).toBe(204);
});
