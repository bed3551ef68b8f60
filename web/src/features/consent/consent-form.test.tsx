import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PublicConsent } from '@/api/schema';
import { storedConsent } from '@/features/visit/consent';
import { storedRecruitment, storeRecruitment } from '@/features/visit/recruitment';
import { session, startSession } from '@/lib/session';
import { storeTokens } from '@/lib/tokens';
import { participant } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { answers } from '../../../test/server';
import { signIn } from '../../../test/sign-in';
import { ConsentForm } from './consent-form';

const CONSENT: PublicConsent = {
  version: '3',
  keyFacts: [],
  sections: [],
  ticks: [
    { id: 'take_part', label: 'I take part', note: null, required: true, analytics: false },
    {
      id: 'usage',
      label: 'Record my usage',
      note: 'If you like.',
      required: false,
      analytics: true,
    },
  ],
  declined: '<p>Fine.</p>',
};

const decline = vi.fn();

const open = (linkAccount?: string) =>
  renderAt('/consent', {
    '/consent': <ConsentForm consent={CONSENT} linkAccount={linkAccount} onDecline={decline} />,
    '*': <p>elsewhere</p>,
  }).router;

const box = (name: RegExp) => screen.getByRole('checkbox', { name }) as HTMLInputElement;
const agree = () => fireEvent.click(screen.getByRole('button', { name: 'I agree, continue' }));

beforeEach(startSession);

test('nothing is ticked initially, and optional statements are marked as such', () => {
  open();
  expect(box(/I take part/).checked).toBe(false);
  expect(box(/Record my usage/).checked).toBe(false);
  screen.getByText('(optional) If you like.');
});

test('without the required tick nothing is stored and the summary leads to it', () => {
  const router = open();
  agree();
  const link = screen.getByRole('link', { name: 'To take part, tick “I take part”' });
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  fireEvent.click(link);
  expect(document.activeElement).toBe(box(/I take part/));
  expect(storedConsent()).toBeUndefined();
  expect(router.state.location.pathname).toBe('/consent');
});

test("an anonymous visitor's consent waits in the browser for the registration", async () => {
  const router = open();
  fireEvent.click(box(/I take part/));
  agree();
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  expect(storedConsent()).toEqual({
    version: '3',
    locale: 'en',
    ticks: { take_part: true, usage: false },
  });
});

test('a signed-in user sends it to the server and follows the reply', async () => {
  signIn();
  const fetch = answers([200, { currentState: '/pre-questionnaire' }]);
  const router = open();
  fireEvent.click(box(/I take part/));
  fireEvent.click(box(/Record my usage/));
  agree();
  await waitFor(() => expect(router.state.location.pathname).toBe('/pre-questionnaire'));
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/users/consent');
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body)).ticks).toEqual({
    take_part: true,
    usage: true,
  });
  expect(storedConsent()).toBeUndefined();
});

test('with an expired session of an earlier visit, the visitor is anonymous', async () => {
  storeTokens({ access_token: 'old', refresh_token: 'old' });
  startSession();
  storeRecruitment('?PROLIFIC_PID=p1');
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }));
  const router = open();
  fireEvent.click(box(/I take part/));
  agree();
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  expect(session().isAuthenticated).toBe(false);
  expect(storedConsent()?.ticks).toEqual({ take_part: true, usage: false });
  expect(storedRecruitment()).toEqual({ PROLIFIC_PID: 'p1' });
});

test('with a session of an earlier visit, nothing is sent before its user is known', async () => {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  startSession();
  const fetch = answers([200, participant]);
  const router = open();
  fireEvent.click(box(/I take part/));
  agree();
  await waitFor(() => expect(session().user).toEqual(participant));
  expect(fetch.mock.calls.map(([path, { method }]) => [method, path])).toEqual([
    ['GET', '/api/users/profile'],
  ]);
  expect(router.state.location.pathname).toBe('/consent');
  expect(box(/I take part/).checked).toBe(true);
});

test('while it is sent the button shows that, also to a screen reader', async () => {
  signIn();
  let answer = (_: Response) => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => (answer = done)));
  open();
  fireEvent.click(box(/I take part/));
  agree();
  const button = await screen.findByRole('button', { name: 'Saving...' });
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('status').textContent).toBe('Saving...');
  answer(new Response('{}', { status: 500 }));
  await screen.findByRole('button', { name: 'I agree, continue' });
});

test('a visitor can decline', () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'I do not want to take part' }));
  expect(decline).toHaveBeenCalledOnce();
});

test('where the link is the account, one click begins', async () => {
  storeRecruitment('?PROLIFIC_PID=p1');
  const user = { ...participant, consent: { version: '3', at: '', ticks: {} } };
  const fetch = answers([201, { access_token: 'a', refresh_token: 'r', user }]);
  const router = open('PROLIFIC_PID');
  fireEvent.click(box(/I take part/));
  agree();
  await waitFor(() => expect(router.state.location.pathname).toBe('/pre-questionnaire'));
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/auth/link');
});

test('what is wrong with the link is in the summary, and the consent stays', async () => {
  const field = { item: 'recruitment', code: 'link_incomplete', message: 'Open the whole link.' };
  answers([422, { code: 'invalid_fields', message: 'no', fields: [field] }]);
  open('PROLIFIC_PID');
  fireEvent.click(box(/I take part/));
  agree();
  await screen.findByRole('link', { name: 'Open the whole link.' });
  expect(storedConsent()?.ticks).toEqual({ take_part: true, usage: false });
});
