import { expect, test } from 'vitest';
import { strengthOf } from './strength';

test.each([
  ['', 'empty'],
  ['abc', 'short'],
  ['1234567', 'short'],
  ['12345678', 'weak'],
  ['aaaaaaaaaaaa', 'weak'],
  ['password1', 'weak'],
  ['qwertyuiop', 'weak'],
  ['quiet-owl', 'weak'],
  ['quiet-owl1', 'weak'],
  ['19840523', 'weak'],
  ['lamp river', 'fair'],
  ['quiet lamp river', 'strong'],
  ['Regen über dem Hafen', 'strong'],
])('%j is %s', (password, strength) => {
  expect(strengthOf(password, 'quiet-owl')).toBe(strength);
});
