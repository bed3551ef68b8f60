import { expect, test } from 'vitest';
import { readEvents } from './stream';

test('whole messages are returned, with the beginning of the next', () => {
  const { events, rest } = readEvents('event: overview\ndata: {"a":1}\n\ndata: two\n\ndata: th');
  expect(events).toEqual([
    { event: 'overview', data: '{"a":1}' },
    { event: 'message', data: 'two' },
  ]);
  expect(rest).toBe('data: th');
});

test('a message may arrive in any pieces', () => {
  const whole = 'event: overview\r\ndata: one\r\ndata: more\r\n\r\n: here\r\n\r\n';
  let rest = '';
  const seen = [];
  for (const letter of whole) {
    const read = readEvents(rest + letter);
    rest = read.rest;
    seen.push(...read.events);
  }
  expect(seen).toEqual([{ event: 'overview', data: 'one\nmore' }]);
});

test('a comment that keeps the connection alive is no message', () => {
  expect(readEvents(': still here\n\n')).toEqual({ events: [], rest: '' });
});
