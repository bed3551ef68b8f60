import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { participant } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { signIn } from '../../../test/sign-in';
import { Component as ProfilePage } from './profile-page';

test('the profile leads to that page and does not call the study full', () => {
  signIn({ ...participant, groupType: null, progress: null, turnedAway: 'screened_out' });
  renderAt('/profile', { '/profile': <ProfilePage /> });
  screen.getByRole('heading', { name: 'You can’t take part in this study' });
  expect(screen.getByRole('link', { name: 'Show why' }).getAttribute('href')).toBe('/end');
  expect(screen.queryByRole('heading', { name: 'The study is full at the moment' })).toBeNull();
  screen.getByRole('button', { name: 'Withdraw from the study' });
});

test.each(['timed_out', 'failed'] as const)(
  'whoever %s has taken part: the profile says that the participation has ended',
  (turnedAway) => {
    signIn({ ...participant, turnedAway });
    renderAt('/profile', { '/profile': <ProfilePage /> });
    screen.getByRole('heading', { name: 'Your participation has ended' });
    expect(screen.queryByRole('heading', { name: /can’t take part/ })).toBeNull();
  },
);
