import { beforeEach, expect, test } from 'vitest';
import { storeTokens } from '@/lib/tokens';
import beforePaint from './before-paint';

const { dataset } = document.documentElement;

beforeEach(() => {
  delete dataset.theme;
  delete dataset.known;
  history.replaceState(null, '', '/');
});

test('the theme is the stored one, light at first', () => {
  beforePaint();
  expect(dataset.theme).toBe('light');
  localStorage.setItem('theme', 'dark');
  beforePaint();
  expect(dataset.theme).toBe('dark');
});

test('the page has the direction of its language', () => {
  const root = document.documentElement;
  root.lang = 'fa';
  beforePaint();
  expect(root.dir).toBe('rtl');
  root.lang = 'de';
  beforePaint();
  expect(root.dir).toBe('ltr');
});

test('the page is marked while a user is signed in', () => {
  beforePaint();
  expect(dataset.known).toBeUndefined();
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  beforePaint();
  expect(dataset.known).toBe('');
});

test.each([
  ['?PROLIFIC_PID=p1', '?PROLIFIC_PID=p1'],
  ['?locale=de&PROLIFIC_PID=p1', '?locale=de&PROLIFIC_PID=p1'],
  ['?locale=de', null],
  ['', null],
])('the query %j is stored as the link %j', (query, stored) => {
  history.replaceState(null, '', `/${query}`);
  beforePaint();
  expect(sessionStorage.getItem('link')).toBe(stored);
});
