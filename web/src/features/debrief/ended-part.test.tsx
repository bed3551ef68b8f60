import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Completion, Debrief } from '@/api/schema';
import { participant } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { signIn } from '../../../test/sign-in';
import { Component as EndPage } from './debrief-page';

const part = {
  title: 'Second part',
  opensAt: '2026-12-01T00:00:00Z',
  closesAt: '2026-12-10T00:00:00Z',
  minutes: 5,
};
const timedOut: Completion = {
  complete: false,
  code: 'LATE-2',
  returnUrl: 'https://example.org/complete?cc=LATE-2',
  others: [{ title: null, code: 'DONE-1', returnUrl: null }],
  ended: { outcome: 'timed_out', title: 'Second part', html: null },
};

/** The last page of a participant whose second part was ended. */
function end(completion: Completion, state: 'timed_out' | 'failed' = 'timed_out') {
  const debrief: Debrief = {
    html: '<h1>Thank you</h1><p>What the study was about.</p>',
    items: [],
    estimate: null,
    training: [],
    waves: [{ ...part, state }],
  };
  const replies: Record<string, unknown> = {
    '/api/users/completion': completion,
    '/api/debrief': debrief,
    '/api/users/current-state': { currentState: '/end', nextState: null, progress: null },
  };
  vi.stubGlobal('fetch', (request: Request | string) => {
    const { pathname } = new URL(
      typeof request === 'string' ? request : request.url,
      location.href,
    );
    return Promise.resolve(Response.json(replies[pathname] ?? participant));
  });
  signIn({ ...participant, currentState: '/end' });
  renderAt('/end', { '/end': <EndPage /> });
}

test('a later part that was ended has its reason and its code, next to the debrief', async () => {
  end(timedOut);
  await screen.findByRole('heading', { level: 2, name: 'Second part: your time is over' });
  screen.getByText(/within a certain time/);
  screen.getByRole('heading', { level: 1, name: 'Thank you' });
  screen.getByText('What the study was about.');
  screen.getByText('LATE-2');
  screen.getByText('DONE-1');
  expect(screen.queryByText(/It proves that you completed/)).toBeNull();
  const back = screen.getByRole('link', { name: 'Go back to that site' });
  expect(back.getAttribute('href')).toBe('https://example.org/complete?cc=LATE-2');
  screen.getByText('This part ended before its last page. Your answers are stored.');
});

test('the text of the study takes the place of ours, below the heading of the page', async () => {
  const ended = { ...timedOut.ended, outcome: 'failed', title: 'Second part' } as const;
  end({ ...timedOut, ended: { ...ended, html: '<h1>The checks</h1><p>Own words</p>' } }, 'failed');
  await screen.findByRole('heading', { level: 2, name: 'The checks' });
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.queryByText(/read the instructions/)).toBeNull();
});
