import { expect, test } from 'vitest';
import { moved, pointIn } from './region';

test('the first arrow puts the mark in the middle, the next ones move it', () => {
  const first = moved(undefined, 'ArrowLeft', false);
  expect(first).toEqual({ x: 0.5, y: 0.5 });
  expect(moved(first, 'ArrowLeft', false)).toEqual({ x: 0.48, y: 0.5 });
  expect(moved(first, 'ArrowDown', true)).toEqual({ x: 0.5, y: 0.6 });
});

test('the mark stays in the picture', () => {
  expect(moved({ x: 0.01, y: 1 }, 'ArrowLeft', true)).toEqual({ x: 0, y: 1 });
  expect(moved({ x: 0, y: 1 }, 'ArrowDown', false)).toEqual({ x: 0, y: 1 });
});

test('other keys are left alone', () => {
  expect(moved({ x: 0, y: 0 }, 'Tab', false)).toBeUndefined();
});

test('a click is a share of the box', () => {
  expect(pointIn(new DOMRect(100, 50, 400, 200), 200, 150)).toEqual({ x: 0.25, y: 0.5 });
  expect(pointIn(new DOMRect(0, 0, 0, 0), 1, 1)).toBeUndefined();
});
