import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as notifications from '@/features/notifications/store';
import { setLocale } from '@/lib/locale';
import { participant } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { signIn } from '../../../test/sign-in';
import { Component as ProfilePage } from './profile-page';

const part = {
  title: 'Second part',
  state: 'waiting',
  opensAt: '2027-01-01T00:00:00Z',
  closesAt: '2027-02-01T00:00:00Z',
  minutes: 5,
} as const;

afterEach(() => setLocale('en'));

test('the names of later parts follow the language of the page', async () => {
  vi.stubGlobal('fetch', (request: Request | string) => {
    const { searchParams } = new URL(
      typeof request === 'string' ? request : request.url,
      location.href,
    );
    const title = searchParams.get('locale') === 'de' ? 'Zweiter Teil' : 'Second part';
    return Promise.resolve(Response.json({ ...participant, waves: [{ ...part, title }] }));
  });
  signIn({ ...participant, waves: [part] });
  renderAt('/profile', { '/profile': <ProfilePage /> });
  await screen.findByRole('heading', { name: 'Second part' });
  await act(() => setLocale('de'));
  await screen.findByRole('heading', { name: 'Zweiter Teil' });
  expect(screen.queryByRole('heading', { name: 'Second part' })).toBeNull();
});

test('while a part is to come, the progress does not call everything done', () => {
  const progress = { part: 5, of: 5, done: 1, minutesLeft: 0 };
  signIn({ ...participant, progress, waves: [{ ...part, minutes: 1 }] });
  renderAt('/profile', { '/profile': <ProfilePage /> });
  screen.getByText(/done for now/);
  expect(screen.queryByText(/all done/)).toBeNull();
  screen.getByText(/It takes about 1 minute\.$/);
});

test('once all parts are over, everything is done', () => {
  const progress = { part: 5, of: 5, done: 1, minutesLeft: 0 };
  signIn({ ...participant, progress, waves: [{ ...part, state: 'completed' }] });
  renderAt('/profile', { '/profile': <ProfilePage /> });
  screen.getByText(/all done/);
});

test('the names of later parts stay in German when the participant saves a name', async () => {
  await setLocale('de');
  vi.stubGlobal('fetch', (request: Request | string, init?: RequestInit) => {
    const method = typeof request === 'string' ? init?.method : request.method;
    const title = method === 'PATCH' ? 'Second part' : 'Zweiter Teil';
    return Promise.resolve(Response.json({ ...participant, waves: [{ ...part, title }] }));
  });
  signIn({ ...participant, waves: [{ ...part, title: 'Zweiter Teil' }] });
  renderAt('/profile', { '/profile': <ProfilePage /> });
  const notified = vi.spyOn(notifications, 'notify');
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  await vi.waitFor(() => expect(notified).toHaveBeenCalledWith('good', expect.anything()));
  screen.getByRole('heading', { name: 'Zweiter Teil' });
  expect(screen.queryByRole('heading', { name: 'Second part' })).toBeNull();
});

test.each([
  ['missed', /^You could take part until/],
  ['declined', /^You decided not to take part/],
] as const)('of a part that is %s, not all is done', async (state, text) => {
  const progress = { part: 2, of: 2, done: 1, minutesLeft: 0 };
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  signIn({ ...participant, progress, waves: [{ ...part, state }] });
  renderAt('/profile', { '/profile': <ProfilePage /> });
  await screen.findByText(text);
  expect(screen.queryByText('all done')).toBeNull();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('who has completed each part is told so', async () => {
  const progress = { part: 2, of: 2, done: 1, minutesLeft: 0 };
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  signIn({ ...participant, progress, waves: [{ ...part, state: 'completed' }] });
  renderAt('/profile', { '/profile': <ProfilePage /> });
  await screen.findByText('all done');
});

test('in the profile, a part can be declined, and the focus moves to the heading', async () => {
  let state: 'waiting' | 'declined' = 'waiting';
  const user = () => ({ ...participant, waves: [{ ...part, state }] });
  vi.stubGlobal('fetch', (request: Request | string, init?: RequestInit) => {
    if ((typeof request === 'string' ? init?.method : request.method) === 'POST')
      state = 'declined';
    return Promise.resolve(Response.json(user()));
  });
  signIn(user());
  renderAt('/profile', { '/profile': <ProfilePage /> });
  const decline = { name: 'I will not take part again' };
  fireEvent.click(await screen.findByRole('button', decline));
  fireEvent.click(screen.getAllByRole('button', decline)[1] as HTMLElement);
  await screen.findByText(/^You decided not to take part/);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
