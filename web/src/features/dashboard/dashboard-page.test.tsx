import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PersonaCard } from '@/api/schema';
import { api } from '@/lib/api-client';
import { setPosition } from '@/lib/position';
import { participant } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { signIn } from '../../../test/sign-in';
import { Component as Dashboard } from './dashboard-page';

const HERE = '/dashboard';

function open(...states: PersonaCard['state'][]) {
  const personas = states.map((state, index) => ({
    id: `p${index}`,
    name: `Person ${index}`,
    role: 'Pharmacist',
    bio: '',
    state,
    posts: 4,
    answered: state === 'done' ? 4 : 0,
  }));
  setPosition({ currentState: HERE, nextState: '/next' });
  vi.spyOn(api, 'get').mockImplementation((path) =>
    Promise.resolve((path === '/api/personas' ? personas : { html: '<p>Words.</p>' }) as never),
  );
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  renderAt(HERE, { [HERE]: <Dashboard /> });
}

const names = () => screen.getAllByRole('button').map((button) => button.textContent);
const headings = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);

beforeEach(() => signIn({ ...participant, groupType: 'treatment_1', currentState: HERE }));

test('before the first persona, the instructions are open above the choice', async () => {
  open('open', 'open');
  const text = await screen.findByText('Words.');
  expect(text.closest('details')).toBeNull();
  const choice = screen.getByRole('heading', { name: 'Choose a person to begin with' });
  expect(text.compareDocumentPosition(choice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('after the first persona, the instructions are folded', async () => {
  open('done', 'open');
  const text = await screen.findByText('Words.');
  expect(text.closest('details')?.open).toBe(false);
  expect(headings()).toEqual(['The people whose posts you see']);
});

test('while a persona is left, only the cards lead on, and the first open one stands out', async () => {
  open('done', 'open', 'open');
  await screen.findByText('Person 0');
  expect(names()).toEqual(['Start Person 1', 'Start Person 2']);
  const [first, second] = screen.getAllByRole('button');
  expect(first?.className).toContain('primary');
  expect(second?.className).toContain('secondary');
});

test('when all personas are done, one button leads on', async () => {
  open('done', 'done');
  await screen.findByText('Person 0');
  expect(names()).toEqual(['Continue the study']);
});
