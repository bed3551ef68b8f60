import { expect, test } from 'vitest';
import { wayOn } from './use-way-on';

const PAGE = '/flow-a/start';

test('on the present page the server says where "Continue" leads', () => {
  const position = { currentState: PAGE, nextState: '/flow-a/question/a' };
  expect(wayOn(position, PAGE, false, null)).toEqual({
    elsewhere: null,
    next: '/flow-a/question/a',
  });
});

test('an earlier page has no way on but back to the present', () => {
  const position = { currentState: '/flow-a/interim', nextState: '/flow-a/question/b' };
  expect(wayOn(position, PAGE, false, '/x')).toEqual({ elsewhere: '/flow-a/interim', next: null });
});

test('the administrator is nowhere and follows the order of the study', () => {
  const position = { currentState: '/dashboard', nextState: null };
  expect(wayOn(position, PAGE, true, '/flow-a/question/a')).toEqual({
    elsewhere: null,
    next: '/flow-a/question/a',
  });
});
