import { expect, test } from 'vitest';
import { nameOfStep } from './use-step-name';

test('a step with a block of its own has the name of its kind and the ID of the block', () => {
  const names = { '/flow-a/start': 'Flow A' };
  expect(nameOfStep(names, '/flow-a/start')).toBe('Flow A');
  expect(nameOfStep(names, '/flow-a/start (labels)')).toBe('Flow A (labels)');
  expect(nameOfStep(names, '/end')).toBe('/end');
});
