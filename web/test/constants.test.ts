import { expect, test } from 'vitest';
import { PATHS } from '@/app/paths';
import * as constants from '@/lib/constants';

test('the numbers and keys are those of the specification', () => {
  expect(constants).toMatchObject({
    REQUEST_TIMEOUT: 30_000,
    FLOW_CHECK_DELAY: 100,
    NOTIFICATION_DURATION: 5_000,
    ACCESS_KEY: 'auth_token',
    REFRESH_KEY: 'refresh_token',
    THEME_KEY: 'theme',
    DEFAULT_THEME: 'light',
  });
});

test('the routes are those of the specification', () => {
  expect(Object.values(PATHS).sort()).toEqual(
    [
      '/',
      '/auth',
      '/consent',
      '/control-flow',
      '/dashboard',
      '/end',
      '/flow-a/end',
      '/flow-a/interim',
      '/flow-a/question/:questionId',
      '/flow-a/question/:questionId/correct',
      '/flow-a/question/:questionId/followup',
      '/flow-a/question/:questionId/incorrect',
      '/flow-a/start',
      '/flow-b/question/:questionId',
      '/flow-b/question/:questionId/correct',
      '/flow-b/question/:questionId/incorrect',
      '/flow-b/start/:personaId',
      '/home',
      '/home-right',
      '/home-wrong',
      '/post-questionnaire',
      '/pre-questionnaire',
      '/profile',
      '/treatment-questionnaire',
    ].sort(),
  );
});
