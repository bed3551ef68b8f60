import { afterEach, expect, test } from 'vitest';
import { PERSON_KEY } from '@/lib/constants';
import { ScopedStorage } from './scoped-storage';

afterEach(() => localStorage.clear());

test('two studies with the same keys do not see each other', () => {
  const [one, two] = ['one', 'two'].map((id) => new ScopedStorage(localStorage, `s/${id}:`));
  one?.setItem('auth_token', 'of one');
  two?.setItem('auth_token', 'of two');
  localStorage.setItem('auth_token', 'of the root');
  expect([one?.getItem('auth_token'), two?.getItem('auth_token')]).toEqual(['of one', 'of two']);
  expect([one?.length, one?.key(0), one?.key(1)]).toEqual([1, 'auth_token', null]);
  one?.clear();
  expect(one?.getItem('auth_token')).toBeNull();
  expect(two?.getItem('auth_token')).toBe('of two');
  two?.removeItem('auth_token');
  expect(localStorage.getItem('auth_token')).toBe('of the root');
});

test('the session of a person of the installation is shared', () => {
  const own = new ScopedStorage(localStorage, 's/one:');
  localStorage.setItem(PERSON_KEY, 'token');
  expect(own.getItem(PERSON_KEY)).toBe('token');
  own.removeItem(PERSON_KEY);
  expect(localStorage.getItem(PERSON_KEY)).toBeNull();
});
