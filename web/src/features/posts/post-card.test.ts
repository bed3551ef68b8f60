import { expect, test } from 'vitest';
import { initials } from './post-card';

test('initials are of the first and the last word', () => {
  expect(initials('Maren van Okafor')).toBe('MO');
  expect(initials('Sparkasse')).toBe('S');
});

test('initials never stand for something else', () => {
  expect(initials('Stimmen der Stadt')).toBe('S');
});
