import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PublicConsent, StudyInfo, User } from '@/api/schema';
import { Component as Auth } from '@/features/auth/auth-page';
import { ConsentPage } from '@/features/consent/consent-page';
import { Landing } from '@/features/landing/landing-page';
import { session, startSession } from '@/lib/session';
import { clearTokens, storeTokens } from '@/lib/tokens';
import { participant } from '../../test/fixtures';
import { renderAt } from '../../test/render';

const study = {
  title: 'Original or altered?',
  open: true,
  contact: { institution: 'Institute', email: 'team@example.org' },
  ethics: null,
  landing: {
    eyebrow: '',
    lead: '',
    button: 'Read more',
    chips: [],
    steps: [],
    facts: [],
    portraits: [],
  },
} as unknown as StudyInfo;
const consent: PublicConsent = {
  version: '1',
  keyFacts: [],
  sections: [],
  ticks: [],
  declined: '',
};

/** Opens a public page with the token of a user; `reply` is the server's. */
function open(path: string, reply: () => Response, signedIn = true) {
  if (signedIn) storeTokens({ access_token: 'a', refresh_token: 'r' });
  else clearTokens();
  document.documentElement.dataset.known = '';
  startSession();
  const fetch = vi.fn(async (path: string, _init: RequestInit) =>
    path === '/api/auth/logout' ? new Response(null, { status: 204 }) : reply(),
  );
  vi.stubGlobal('fetch', fetch);
  const { router } = renderAt(path, {
    '/': <Landing study={study} />,
    '/auth': <Auth />,
    '/consent': <ConsentPage study={study} consent={consent} />,
    '*': <p>elsewhere</p>,
  });
  return { router, fetch };
}

const given = { version: '1', locale: 'en', ticks: {}, at: '2026-01-01T00:00:00Z' };
const agreed = { ...participant, consent: given } as unknown as User;
const isHidden = () => document.documentElement.dataset.known !== undefined;
const named = () =>
  screen.findByRole('heading', { name: `You are signed in as ${agreed.username}` });

const later = {
  title: 'Second part',
  state: 'open' as const,
  opensAt: '2026-12-01T00:00:00Z',
  closesAt: '2026-12-10T00:00:00Z',
  minutes: 5,
};

// Loaded beforehand, so that no test waits for it.
beforeAll(() => import('@/features/signed-in/signed-in-as'));
beforeEach(() => {
  delete document.documentElement.dataset.known;
});

test.each(['/', '/auth'])(
  '%s: a user who is still signed in is named, and gets a link to their page',
  async (path) => {
    const { router } = open(path, () => Response.json(agreed));
    expect(isHidden()).toBe(true);
    await named();
    await waitFor(() => expect(isHidden()).toBe(false));
    expect(screen.queryByText('Read more')).toBeNull();
    expect(screen.queryByText('Already taking part?')).toBeNull();
    expect(screen.queryByLabelText('Username')).toBeNull();
    fireEvent.click(screen.getAllByRole('link', { name: 'Continue the study' })[0] as Element);
    await waitFor(() => expect(router.state.location.pathname).toBe(agreed.currentState));
  },
);

test('/consent: a user who has already consented sees that instead of the form', async () => {
  open('/consent', () => Response.json(agreed));
  await named();
  screen.getByText('You have already agreed.');
  expect(screen.queryByRole('button', { name: 'I agree, continue' })).toBeNull();
});

test.each([
  [{ ...participant }, 'Continue the study', '/consent'],
  [{ ...agreed, currentState: '/end' }, 'See your results', '/end'],
  [{ ...agreed, currentState: '/end', waves: [later] }, 'See what comes next', '/end'],
  [{ ...participant, role: 'admin' as const }, 'Go to the console', '/admin'],
])('the link leads to the page of the user', async (who, name, to) => {
  open('/auth', () => Response.json(who));
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to);
});

test.each(['/', '/auth'])(
  '%s: another person can sign that user out and take part',
  async (path) => {
    const { fetch } = open(path, () => Response.json(agreed));
    await named();
    fireEvent.click(screen.getByRole('button', { name: 'This is not me, sign out' }));
    await waitFor(() => expect(session().isAuthenticated).toBe(false));
    expect(fetch.mock.calls.some(([called]) => called === '/api/auth/logout')).toBe(true);
    if (path === '/') screen.getAllByText('Read more');
    else screen.getByRole('tab', { name: 'Register' });
  },
);

test.each([
  ['the session is over', () => new Response('{}', { status: 401 })],
  [
    'the server is out of reach',
    () => {
      throw new TypeError('offline');
    },
  ],
])('%s: the page is shown as for a visitor', async (_, reply) => {
  open('/', reply);
  await waitFor(() => expect(isHidden()).toBe(false));
  screen.getAllByText('Read more');
  expect(screen.queryByText(/You are signed in/)).toBeNull();
});

test.each(['/', '/auth', '/consent'])(
  '%s: a user who has signed out meanwhile sees the whole page',
  async (path) => {
    const { fetch } = open(path, () => Response.json(agreed), false);
    await waitFor(() => expect(isHidden()).toBe(false));
    expect(fetch).not.toHaveBeenCalled();
  },
);
