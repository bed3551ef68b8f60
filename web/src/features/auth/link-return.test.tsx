import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeRecruitment } from '@/features/visit/recruitment';
import { startSession } from '@/lib/session';
import { participant } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { answers } from '../../../test/server';
import { LinkReturn } from './link-return';

const SESSION = { access_token: 'a', refresh_token: 'r', user: participant };

const open = () => {
  startSession();
  return renderAt('/auth', { '/auth': <LinkReturn linkAccount="PID" />, '*': <p>elsewhere</p> })
    .router;
};

const button = () => screen.findByRole('button', { name: 'Continue with my link' });

test('without a link there is only the explanation', async () => {
  open();
  screen.getByRole('heading', { name: 'How to come back' });
  await Promise.resolve();
  expect(screen.queryByRole('button')).toBeNull();
});

test('with a link, a click resumes', async () => {
  storeRecruitment('?PID=p1');
  answers([200, { ...SESSION, user: { ...participant, consent: { version: '1' } } }]);
  const router = open();
  fireEvent.click(await button());
  await waitFor(() => expect(router.state.location.pathname).toBe('/pre-questionnaire'));
});

test.each([
  [409, { code: 'link_used', message: 'This link was used before.' }, 'This link was used before.'],
  [
    422,
    {
      code: 'invalid_fields',
      message: 'no',
      fields: [{ item: 'recruitment', code: 'link_not_signed', message: 'Your link was changed.' }],
    },
    'Your link was changed.',
  ],
])('%i is explained', async (status, problem, message) => {
  storeRecruitment('?PID=p1');
  answers([status, problem]);
  open();
  fireEvent.click(await button());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message));
});
