import { expect, test } from 'vitest';
import { readSessionStore } from './session-store';

test.each([
  [null, undefined],
  ['', undefined],
  ['{"a":', undefined],
  ['{"a":1}', { a: 1 }],
])('%j is read as %j', (text, value) => {
  sessionStorage.clear();
  if (text !== null) sessionStorage.setItem('k', text);
  expect(readSessionStore('k')).toEqual(value);
});
