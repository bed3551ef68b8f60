import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Completion } from '@/api/schema';
import { participant } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { signIn } from '../../../test/sign-in';
import { Component as EndPage } from './debrief-page';

const screenedOut: Completion = {
  complete: false,
  turnedAway: 'screened_out',
  code: 'OUT-1',
  returnUrl: 'https://example.org/complete?cc=OUT-1',
  html: null,
};
const away = {
  ...participant,
  groupType: null,
  progress: null,
  turnedAway: 'screened_out',
} as const;

/** Opens the last page; the paths of the calls that it makes. */
function end(completion: Completion) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', (request: Request | string) => {
    const { pathname } = new URL(
      typeof request === 'string' ? request : request.url,
      location.href,
    );
    calls.push(pathname);
    const replies: Record<string, unknown> = {
      '/api/users/completion': completion,
      '/api/users/profile': away,
    };
    return Promise.resolve(Response.json(replies[pathname] ?? {}));
  });
  signIn(away);
  renderAt('/end', { '/end': <EndPage /> });
  return calls;
}

test('a participant who is screened out sees why, the code, and the way back', async () => {
  const calls = end(screenedOut);
  await screen.findByRole('heading', { level: 1, name: 'Thank you for your interest' });
  screen.getByText(/By your answers, you are not in this group/);
  screen.getByText('OUT-1');
  const back = screen.getByRole('link', { name: 'Go back to that site' });
  expect(back.getAttribute('href')).toBe('https://example.org/complete?cc=OUT-1');
  expect(calls).not.toContain('/api/debrief');
});

test('a full quota has a text of its own; without a code there is nothing more to do', async () => {
  end({ ...screenedOut, turnedAway: 'quota_full', code: null, returnUrl: null });
  await screen.findByText(/Enough people already take part/);
  screen.getByText('There is nothing more for you to do.');
  expect(screen.queryByRole('link', { name: 'Go back to that site' })).toBeNull();
});

test('the text of the study takes the place of ours', async () => {
  end({ ...screenedOut, html: '<h1>For adults</h1><p>Own words</p>' });
  await screen.findByRole('heading', { level: 1, name: 'For adults' });
  expect(screen.queryByText(/By your answers/)).toBeNull();
});

test('an outcome after the arms differ has a title and a text of its own', async () => {
  end({ ...screenedOut, turnedAway: 'timed_out', code: 'LATE-1' });
  await screen.findByRole('heading', { level: 1, name: 'Your time for this study is over' });
  screen.getByText(/within a certain time/);
  screen.getByText('LATE-1');
  expect(screen.queryByText(/By your answers/)).toBeNull();
});

test('failed checks are named as the reason', async () => {
  end({ ...screenedOut, turnedAway: 'failed', code: null, returnUrl: null });
  await screen.findByRole('heading', { level: 1, name: 'Your participation has ended' });
  screen.getByText(/did not fit/);
});
