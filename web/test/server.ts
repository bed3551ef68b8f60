import { vi } from 'vitest';

type Reply = [status: number, body: unknown, headers?: Record<string, string>];

/** A server that sends these replies in order; the last one repeats. Errors are problem details. */
export function answers(...replies: Reply[]) {
  let at = 0;
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => {
    const [status, body, headers] = replies[Math.min(at, replies.length - 1)] ?? [200, {}];
    at += 1;
    if (status === 204) return new Response(null, { status });
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    return Response.json(body, { status, headers: { 'Content-Type': type, ...headers } });
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
