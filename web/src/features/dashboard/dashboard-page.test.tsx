import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { LaterPart, PersonaCard, User } from '@/api/schema';
import { api } from '@/lib/api-client';
import { setPosition } from '@/lib/position';
import * as session from '@/lib/session';
import { participant } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { signIn } from '../../../test/sign-in';
import { Component as Dashboard } from './dashboard-page';

const HERE = '/dashboard';

const ANSWERED = { open: 0, under_way: 1, done: 4 };

function open(states: PersonaCard['state'][], currentState = HERE) {
  const personas = states.map((state, index) => ({
    id: `p${index}`,
    name: `Person ${index}`,
    role: 'Pharmacist',
    bio: '',
    state,
    posts: 4,
    answered: ANSWERED[state],
  }));
  const position = { currentState, nextState: '/next' };
  const replies = { '/api/personas': personas, '/api/users/current-state': position };
  setPosition(position);
  vi.spyOn(api, 'get').mockImplementation((path) =>
    Promise.resolve((replies[path as keyof typeof replies] ?? { html: '<p>Words.</p>' }) as never),
  );
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  renderAt(HERE, { [HERE]: <Dashboard /> });
}

/** The dashboard of a participant whose second part has opened, closed or been completed since they signed in. */
async function openAtEnd(state: LaterPart['state']) {
  const part = {
    title: 'Second part',
    opensAt: '2026-12-01T00:00:00Z',
    closesAt: '2026-12-10T00:00:00Z',
    minutes: 5,
  };
  const later: User = { ...participant, waves: [{ ...part, state }] };
  vi.spyOn(session, 'refreshUser').mockImplementation(async () => {
    session.setUser(later);
    return later;
  });
  open([], '/end');
  await screen.findByRole('link', { name: /^See/ });
}

const names = () => screen.queryAllByRole('button').map((button) => button.textContent);
const headings = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);

beforeEach(() => signIn({ ...participant, groupType: 'treatment_1', currentState: HERE }));

test('before the first persona, the cards are first, and the instructions are open below', async () => {
  open(['open', 'open']);
  const text = await screen.findByText('Words.');
  expect(text.closest('details')).toBeNull();
  const choice = screen.getByRole('heading', { name: 'Choose a person to begin with' });
  expect(choice.compareDocumentPosition(text)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Read the instructions' });
  expect(document.querySelector(link.hash)?.contains(text)).toBe(true);
});

test('after the first persona, the instructions are folded', async () => {
  open(['done', 'open']);
  const text = await screen.findByText('Words.');
  expect(text.closest('details')?.open).toBe(false);
  expect(headings()).toEqual(['The people whose posts you see']);
});

test('while a persona is left, only the cards lead on, and the first open one stands out', async () => {
  open(['done', 'open', 'open']);
  await screen.findByText('Person 0');
  expect(names()).toEqual(['Start with Person 1', 'Start Person 2']);
  const [first, second] = screen.getAllByRole('button');
  expect(first?.className).toContain('primary');
  expect(second?.className).toContain('secondary');
});

test('when all personas are done, one button leads on', async () => {
  open(['done', 'done']);
  await screen.findByText('Person 0');
  expect(names()).toEqual(['Continue the study']);
});

test('while a persona is under way, its card leads on', async () => {
  open(['done', 'under_way', 'open'], '/flow-b/question/q');
  const link = await screen.findByRole('link', { name: 'Continue with Person 1' });
  expect(link.getAttribute('href')).toBe('/flow-b/question/q');
  expect(link.className).toContain('primary');
  expect(names()).toEqual([]);
  expect(screen.getAllByRole('link')).toEqual([link]);
});

test('a ring shows the share of posts, and a tick when all are done', async () => {
  open(['done', 'under_way', 'open'], '/flow-b/question/q');
  await screen.findByText('Person 0');
  const rings = screen.getAllByRole('listitem').map((card) => {
    const parts = card.querySelectorAll('circle');
    return [parts[1]?.getAttribute('stroke-dasharray'), card.querySelectorAll('path').length];
  });
  expect(rings).toEqual([
    ['1 1', 1],
    ['0.25 1', 0],
    [undefined, 0],
  ]);
  expect(screen.getByText('1 of 4 posts')).toBeDefined();
});

test('at the end, the study is complete once no later part is to come', async () => {
  await openAtEnd('waiting');
  screen.getByText('This is where you are in the study.');
  expect(screen.queryByText('You have completed the study.')).toBeNull();
});

test.each([
  ['waiting', [], 'See what comes next', /You can take part from/],
  ['open', ['Begin now'], 'See what comes next', /You can take part now/],
  ['missed', [], 'See your results', /You could take part until/],
  ['timed_out', [], 'See your results', /This part ended before its last page/],
] as const)(
  'at the end, a later part that is %s is shown with its way on',
  async (state, buttons, link, text) => {
    await openAtEnd(state);
    screen.getByText(text);
    expect(names()).toEqual(buttons);
    screen.getByRole('link', { name: link });
  },
);

test('once the last part is completed, only the results are left', async () => {
  await openAtEnd('completed');
  screen.getByText('You have completed the study.');
  screen.getByRole('link', { name: 'See your results' });
  expect(screen.queryByText('Second part')).toBeNull();
});
