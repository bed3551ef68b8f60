import { expect, test } from 'vitest';
import { readSearch, writeSearch } from './use-search';

test('an address has what differs from the defaults and nothing else', () => {
  const defaults = { q: '', status: '', after: '' };
  expect(writeSearch({ ...defaults, q: 'K7&' }, defaults)).toBe('?q=K7%26');
  expect(writeSearch(defaults, defaults)).toBe('');
  // Two parts of a page, each with its own parameters.
  expect(writeSearch({ ...defaults, q: 'b' }, defaults, '?usage=A&status=gone')).toBe(
    '?usage=A&q=b',
  );
  expect(readSearch('?q=K7%26&strange=1', defaults)).toEqual({ ...defaults, q: 'K7&' });
});
