import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { User } from '@/api/schema';
import { participant } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { signIn } from '../../../test/sign-in';
import { Component as ProfilePage } from './profile-page';

const idle: User = { ...participant, groupType: null, progress: null };

function open(user: User) {
  signIn(user);
  return renderAt('/profile', { '/profile': <ProfilePage />, '/dashboard': <ProfilePage /> })
    .router;
}

const notice = () => screen.queryByRole('heading', { name: 'The study is full at the moment' });

test('a participant without a slot in a full study sees that, and gets a slot when one is free', async () => {
  const router = open(idle);
  expect(notice()).not.toBeNull();
  screen.getByRole('button', { name: 'Download my data' });
  screen.getByRole('button', { name: 'Withdraw from the study' });
  const button = screen.getByRole('button', { name: 'Check for a free place' });
  const ask = (user: User) => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(user)));
    fireEvent.click(button);
  };
  ask(idle);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
  expect(router.state.location.pathname).toBe('/profile');
  ask({ ...idle, groupType: 'control_0' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(notice()).toBeNull();
});

test.each([
  { groupType: 'control_0' },
  { progress: participant.progress },
  { withdrawn: true },
  { role: 'admin' },
] as Partial<User>[])('no other user sees that: %o', (other) => {
  open({ ...idle, ...other });
  expect(notice()).toBeNull();
});
