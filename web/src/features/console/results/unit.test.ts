import { expect, test } from 'vitest';
import { NONE } from '../parts/format';
import { differenceWriter, writer } from './unit';

test('shares are percentages, their differences percentage points with a sign', () => {
  expect(writer('share')(0.7214)).toBe('72.1%');
  expect(differenceWriter('share')(0.0714)).toBe('+7.1');
  expect(differenceWriter('share')(-0.0714)).toBe('\u22127.1');
});

test('other units keep their digits', () => {
  expect(writer('deviations')(1.236)).toBe('1.24');
  expect(writer('area')(0.8126)).toBe('0.813');
  expect(differenceWriter('deviations')(0)).toBe('0.00');
  expect([writer('points')(null), differenceWriter('points')(undefined)]).toEqual([NONE, NONE]);
});
