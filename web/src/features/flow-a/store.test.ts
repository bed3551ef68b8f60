import { beforeEach, expect, test } from 'vitest';
import { flowA } from './store';

beforeEach(() => flowA.reset());

test('forward moves the index up and reports false at the last question', () => {
  expect(flowA.forward(3)).toBe(true);
  expect(flowA.forward(3)).toBe(true);
  expect(flowA.forward(3)).toBe(false);
  expect(flowA.get().index).toBe(2);
});

test('back moves it down and reports false at 0', () => {
  flowA.forward(3);
  expect(flowA.back()).toBe(true);
  expect(flowA.back()).toBe(false);
  expect(flowA.get().index).toBe(0);
});

test('the index never goes below 0', () => {
  flowA.goTo(-5);
  expect(flowA.get().index).toBe(0);
});

test('without questions, forward reports false', () => {
  expect(flowA.forward(0)).toBe(false);
  expect(flowA.get().index).toBe(0);
});

test('reset clears the index and the disabled answers', () => {
  flowA.forward(3);
  flowA.disable('q1', ['original']);
  flowA.reset();
  expect(flowA.get()).toEqual({ index: 0, disabledAnswers: {} });
});
