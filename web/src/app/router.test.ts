import { afterEach, expect, test } from 'vitest';
import { makeRouter } from './router';

afterEach(() => window.history.replaceState(null, '', '/'));

test.each([
  ['/dashboard/', '/dashboard'],
  ['/flow-a/question/q1//?locale=de#main', '/flow-a/question/q1?locale=de#main'],
  ['/?locale=de', '/?locale=de'],
  ['/consent', '/consent'],
])('the address %s becomes %s', (asked, written) => {
  window.history.replaceState({ kept: true }, '', asked);
  const router = makeRouter();
  const { pathname, search, hash } = window.location;
  expect(pathname + search + hash).toBe(written);
  expect(window.history.state).toMatchObject({ kept: true });
  router.dispose();
});
