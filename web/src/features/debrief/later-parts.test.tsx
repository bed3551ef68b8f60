import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Debrief, LaterPart } from '@/api/schema';
import { api } from '@/lib/api-client';
import { participant } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { signIn } from '../../../test/sign-in';
import { Component as EndPage } from './debrief-page';
import { Decline } from './decline';
import { LaterParts } from './later-parts';

const DECLINE = { name: 'I will not take part again' };

const part = (state: LaterPart['state'], title = 'Second part'): LaterPart => ({
  state,
  title,
  opensAt: '2026-12-01T00:00:00Z',
  closesAt: '2026-12-10T00:00:00Z',
  minutes: 5,
});

test.each([
  [['waiting'], true],
  [['completed', 'waiting'], true],
  [['missed', 'waiting'], true],
  [['started', 'waiting'], false],
  [['missed'], false],
  [['declined'], false],
] as const)('parts that are %s can be declined: %s', async (states, expected) => {
  const parts = states.map((state, at) => part(state, `Part ${at}`));
  await act(async () => {
    render(
      <LaterParts parts={parts}>
        <Decline parts={parts} />
      </LaterParts>,
    );
  });
  if (expected) await screen.findByRole('button', DECLINE);
  else expect(screen.queryByRole('button')).toBeNull();
});

test('once the participant has declined, the last page has the debrief', async () => {
  let state: LaterPart['state'] = 'waiting';
  const user = () => ({ ...participant, currentState: '/end', waves: [part(state)] });
  const debrief = (): Debrief => ({
    html: state === 'waiting' ? '<h1>Until then</h1>' : '<h1>What it was about</h1>',
    items: [],
    estimate: null,
    training: [],
    waves: [part(state)],
  });
  vi.spyOn(api, 'get').mockImplementation((path) => {
    const replies: Record<string, unknown> = {
      '/api/users/completion': { complete: true, code: null, returnUrl: null },
      '/api/debrief': debrief(),
      '/api/users/current-state': { currentState: '/end', nextState: null, progress: null },
      '/api/users/profile': user(),
    };
    return Promise.resolve(replies[path]) as never;
  });
  vi.spyOn(api, 'post').mockImplementation(() => {
    state = 'declined';
    return Promise.resolve(user()) as never;
  });
  vi.stubGlobal('scrollTo', () => {});
  signIn(user());
  renderAt('/end', { '/end': <EndPage /> });
  await screen.findByRole('heading', { name: 'Until then' });
  fireEvent.click(await screen.findByRole('button', DECLINE));
  fireEvent.click(screen.getAllByRole('button', DECLINE)[1] as HTMLElement);
  const heading = await screen.findByRole('heading', { name: 'What it was about' });
  await vi.waitFor(() => expect(document.activeElement).toBe(heading));
  screen.getByText(/^You decided not to take part/);
  screen.getByRole('heading', { name: 'Later parts' });
  expect(screen.queryByRole('button', DECLINE)).toBeNull();
});
