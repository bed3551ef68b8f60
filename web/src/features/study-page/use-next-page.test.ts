import { expect, test } from 'vitest';
import { nextPage } from './use-next-page';

const PAGE = '/flow-a/start';

test('on the current page the server decides the destination of "Continue"', () => {
  const position = { currentState: PAGE, nextState: '/flow-a/question/a' };
  expect(nextPage(position, PAGE, false, null)).toEqual({
    present: null,
    next: '/flow-a/question/a',
  });
});

test('an earlier page leads only back to the current one', () => {
  const position = { currentState: '/flow-a/interim', nextState: '/flow-a/question/b' };
  expect(nextPage(position, PAGE, false, '/x')).toEqual({ present: '/flow-a/interim', next: null });
});

test('the administrator has no position and follows the order of the study', () => {
  const position = { currentState: '/dashboard', nextState: null };
  expect(nextPage(position, PAGE, true, '/flow-a/question/a')).toEqual({
    present: null,
    next: '/flow-a/question/a',
  });
});
