import { expect, test } from 'vitest';
import { kept } from './kept';

test.each([
  [null, undefined],
  ['', undefined],
  ['{"a":', undefined],
  ['{"a":1}', { a: 1 }],
])('%j is kept as %j', (text, value) => {
  sessionStorage.clear();
  if (text !== null) sessionStorage.setItem('k', text);
  expect(kept('k')).toEqual(value);
});
