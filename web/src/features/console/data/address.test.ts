import { expect, test } from 'vitest';
import { address } from './query';
import { readSearch, writeSearch } from './use-search';

test('places of a path are filled, the rest becomes a query, what is empty is left out', () => {
  expect(address('/api/admin/participants/{code}', { code: 'A/B', q: '' })).toBe(
    '/api/admin/participants/A%2FB',
  );
  expect(address('/api/admin/participants', { q: 'a b', simulated: false, arm: undefined })).toBe(
    '/api/admin/participants?q=a+b&simulated=false',
  );
});

test('an address says what differs from the defaults and nothing else', () => {
  const defaults = { q: '', status: '', after: '' };
  expect(writeSearch({ ...defaults, q: 'K7&' }, defaults)).toBe('?q=K7%26');
  expect(writeSearch(defaults, defaults)).toBe('');
  // Two parts of a page, each with its own.
  expect(writeSearch({ ...defaults, q: 'b' }, defaults, '?usage=A&status=gone')).toBe(
    '?usage=A&q=b',
  );
  expect(readSearch('?q=K7%26&strange=1', defaults)).toEqual({ ...defaults, q: 'K7&' });
});
