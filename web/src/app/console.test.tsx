import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { StudyInfo } from '@/api/schema';
import { showStudy } from '@/features/study/study';
import { ACCESS_KEY, PERSON_KEY } from '@/lib/constants';
import { startSession } from '@/lib/session';
import { renderAt } from '../../test/render';
import { signIn } from '../../test/sign-in';
import { BarLayout } from './bar-layout';
import ConsoleLayout from './console';

vi.mock('@/features/console/frame/console', () => ({ Console: () => null }));

function open(path: string) {
  startSession();
  signIn({ username: 'owl', role: 'admin' });
  return renderAt(path, { '/admin/*': <ConsoleLayout />, '*': <BarLayout>{null}</BarLayout> })
    .router;
}

test('in the console the logo links to its overview, and the link out of it names its destination', async () => {
  const router = open('/admin/study');
  expect(screen.queryByRole('button', { name: 'Go to Dashboard' })).toBeNull();
  await act(async () => screen.getByRole('link', { name: 'Unmask' }).click());
  expect(router.state.location.pathname).toBe('/admin');
  await act(async () => screen.getByRole('button', { name: 'Participants’ pages' }).click());
  expect(router.state.location.pathname).toBe('/dashboard');
});

test('participants’ pages all have the same bar', async () => {
  const router = open('/profile');
  expect(screen.getByRole('button', { name: 'Go to Dashboard' })).toBeDefined();
  await act(async () => screen.getByRole('link', { name: 'Unmask' }).click());
  expect(router.state.location.pathname).toBe('/dashboard');
});

test.each(['/dashboard', '/dashboard/', '/Dashboard'])(
  'at %s the administrator gets a link to the training',
  (path) => {
    open(path);
    expect(screen.getByRole('button', { name: 'Go to Training' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Go to Dashboard' })).toBeNull();
  },
);

const study = { title: 'Seeing and judging', locales: [] } as unknown as StudyInfo;

test('the administrator of a study sees its title, and nothing of the installation', () => {
  showStudy(study);
  open('/admin');
  expect(screen.getByText('Seeing and judging')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'All studies' })).toBeNull();
});

test('a person of the installation gets back to all studies and to their account', async () => {
  showStudy(study);
  history.replaceState(null, '', '/admin');
  localStorage.setItem(PERSON_KEY, 'a');
  open('/admin');
  expect(localStorage.getItem(ACCESS_KEY)).toBeNull();
  expect(screen.getByText('Seeing and judging')).toBeDefined();
  expect(screen.getByRole('link', { name: 'All studies' }).getAttribute('href')).toBe('/console');
  expect(screen.queryByRole('button', { name: 'Participants’ pages' })).toBeNull();
  await act(async () => screen.getByRole('button', { name: 'Menu of owl' }).click());
  const entries = screen.getAllByRole('menuitem').map((entry) => entry.textContent);
  expect(entries).toEqual(['My account', 'Participants’ page', 'Sign out']);
});
