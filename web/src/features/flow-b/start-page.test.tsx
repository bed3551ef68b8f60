import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PersonaCard, PersonaPosts } from '@/api/schema';
import { participant } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { signIn } from '../../../test/sign-in';
import { forgetFlowB } from './data';
import { Component as StartPage } from './start-page';

const HERE = '/flow-b/start/p1';
const DETAIL = '/api/personas/p1?locale=en';
const POSTS = '/api/personas/p1/flow-b?locale=en';

const persona: PersonaCard = {
  id: 'p1',
  name: 'Maren Holt',
  role: 'Pharmacist',
  bio: 'Runs a pharmacy.',
  state: 'under_way',
  posts: 0,
  answered: 0,
};
const posts: PersonaPosts = { intro: '<p>Look closely.</p>', posts: [] };

type Replies = Record<string, () => Response | Promise<Response>>;

/** Opens the start page against a server that knows these calls; returns the calls made. */
function open(replies: Replies, path = HERE): string[] {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    return replies[path]?.() ?? new Response('', { status: 404 });
  });
  renderAt(path, { '/flow-b/start/:personaId': <StartPage />, '*': <p>elsewhere</p> });
  return calls;
}

const failed = () => Promise.resolve(new Response('', { status: 500 }));

beforeEach(() => {
  forgetFlowB();
  signIn({ ...participant, currentState: HERE });
});

test('the page asks for its persona alone, at the same time as for the posts', async () => {
  let arrive = (_: Response) => {};
  const late = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  const calls = open({ [DETAIL]: () => late, [POSTS]: () => Response.json(posts) });
  await vi.waitFor(() => expect(calls).toContain(POSTS));
  arrive(Response.json(persona));
  await screen.findByRole('heading', { level: 1, name: 'Maren Holt' });
  expect(calls.filter((path) => path === DETAIL)).toHaveLength(1);
  expect(calls).not.toContain('/api/personas?locale=en');
});

test('a persona that can not be fetched is an error', async () => {
  open({ [DETAIL]: failed, [POSTS]: () => Response.json(posts) });
  expect(await screen.findByText('Failed to fetch persona')).toBeDefined();
});

test('posts that can not be fetched are an error', async () => {
  open({ [DETAIL]: () => Response.json(persona), [POSTS]: failed });
  expect(await screen.findByText('Failed to fetch Flow B posts')).toBeDefined();
});

test('the administrator is redirected from an unknown persona', async () => {
  signIn({ username: 'admin', role: 'admin', groupType: null });
  open({}, '/flow-b/start/nobody');
  await screen.findByText('elsewhere');
});

test('a participant waits for the page flow check', async () => {
  open({}, '/flow-b/start/nobody');
  await new Promise((settled) => setTimeout(settled));
  expect(screen.queryByText('elsewhere')).toBeNull();
  await screen.findByText('Loading...');
});
