import { authFetch } from '@/lib/auth-fetch';
import { pause, retryDelay } from '@/lib/pause';
import { BASE } from '@/lib/site';
import { accessToken } from '@/lib/tokens';

/** One message of a stream of server-sent events. */
export type StreamEvent = { event: string; data: string };

/**
 * Splits received text into complete messages; `rest` is the beginning of the next one. Lines may end in any of the
 * three ways (HTML standard, "Server-sent events").
 */
export function readEvents(text: string): { events: StreamEvent[]; rest: string } {
  // A carriage return at the end may be half of a line ending.
  const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
  const blocks = whole.replace(/\r\n|\r/g, '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  const events = blocks.map(readEvent).filter((event) => event.data !== '');
  return { events, rest: rest + text.slice(whole.length) };
}

function readEvent(block: string): StreamEvent {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    // A line that begins with a colon is a comment, which keeps the connection alive.
    if (colon === 0) continue;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  return { event, data: data.join('\n') };
}

export type Listener = {
  onOpen: () => void;
  onEvent: (event: StreamEvent) => void;
  onLost: () => void;
};

/** The server sends a message at least every 15 seconds. After this silence the connection counts as lost. */
const SILENCE = 45_000;

/**
 * Follows a stream until `signal` aborts it. Reconnects when the connection breaks, after a pause that doubles each
 * time. Uses `fetch`, because the token is sent in a header.
 */
export async function follow(path: string, signal: AbortSignal, listener: Listener): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const opened = await readOnce(path, signal, listener).catch(() => false);
    if (signal.aborted) return;
    listener.onLost();
    if (opened) attempt = 0;
    await pause(retryDelay(attempt));
  }
}

/** Reads until the connection ends; returns whether it was ever open. */
async function readOnce(path: string, signal: AbortSignal, listener: Listener): Promise<boolean> {
  const silent = new AbortController();
  const either = AbortSignal.any ? AbortSignal.any([signal, silent.signal]) : signal;
  const response = await fetch(BASE + path, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${accessToken() ?? ''}` },
    signal: either,
  });
  if (response.status === 401) {
    // Any call refreshes an expired token.
    await authFetch('/api/users/profile');
    return true;
  }
  if (!response.ok || !response.body) return false;
  listener.onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), SILENCE);
      const { value, done } = await reader.read();
      if (done) return true;
      const read = readEvents(rest + value);
      rest = read.rest;
      for (const event of read.events) listener.onEvent(event);
    }
  } catch {
    return true;
  } finally {
    clearTimeout(timer);
  }
}
