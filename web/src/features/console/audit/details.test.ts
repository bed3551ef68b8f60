import { expect, test } from 'vitest';
import { detailsOf } from './details';

test('whatever an entry holds is shown, under its path', () => {
  expect(
    detailsOf({ reason: 'Twice', arms: { a: 5 }, list: ['x', 'y'], none: null, no: false }),
  ).toEqual([
    ['reason', 'Twice'],
    ['arms.a', '5'],
    ['list.0', 'x'],
    ['list.1', 'y'],
    ['no', 'false'],
  ]);
  expect(detailsOf({})).toEqual([]);
});
