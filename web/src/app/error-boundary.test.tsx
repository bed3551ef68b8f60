import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ErrorBoundary, isAboutAuth } from './error-boundary';

function Broken({ message }: { message: string }): never {
  throw new Error(message);
}

const show = (message: string) =>
  render(
    <ErrorBoundary>
      <Broken message={message} />
    </ErrorBoundary>,
  );

const assign = vi.fn();
const reload = vi.fn();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  assign.mockReset();
  reload.mockReset();
  vi.stubGlobal('location', { pathname: '/', assign, reload });
});

test('any error shows the generic screen, whose button reloads the page', () => {
  localStorage.setItem('theme', 'dark');
  show('x is undefined');
  expect(screen.getByRole('heading').textContent).toBe('Something went wrong');
  expect(document.title).toBe('Something went wrong');
  screen.getByText("We've encountered an unexpected error. Please refresh the page to try again.");
  fireEvent.click(screen.getByRole('button', { name: 'Refresh Page' }));
  expect(reload).toHaveBeenCalledOnce();
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('an error about auth or a token clears local storage and opens the login', () => {
  localStorage.setItem('auth_token', 'a');
  show('Invalid Token');
  expect(screen.getByRole('heading').textContent).toBe('Authentication Error');
  screen.getByText('There was a problem with your authentication. Please log in again.');
  fireEvent.click(screen.getByRole('button', { name: 'Go to Login' }));
  expect(localStorage).toHaveLength(0);
  expect(assign).toHaveBeenCalledWith('/auth');
});

test.each([
  'Failed to fetch dynamically imported module: http://localhost:8080/assets/auth-Bx1_9.js',
  'error loading dynamically imported module: https://study.example/assets/auth-Bx1_9.js',
  'Unable to preload CSS for /assets/auth-Bx1_9.css',
  'Loading chunk auth-Bx1_9.js failed',
])('the address of a file does not make an error about authentication: %s', (message) => {
  expect(isAboutAuth(new Error(message))).toBe(false);
  expect(isAboutAuth(new Error(`${message} (invalid token)`))).toBe(true);
});

test('which errors are about signing in', () => {
  expect(isAboutAuth(new Error('Not authenticated'))).toBe(true);
  expect(isAboutAuth(new Error('No refresh token available'))).toBe(true);
  expect(isAboutAuth(new Error('Failed to fetch personas'))).toBe(false);
  expect(isAboutAuth('thrown text')).toBe(false);
});

describe('a file of the app that is missing', () => {
  const missing = 'Failed to fetch dynamically imported module: http://localhost/assets/a-1.js';

  test('while the server responds, there is a new version, and the page can be reloaded', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
    show(missing);
    expect(await screen.findByRole('heading', { name: 'There is a new version' })).toBeTruthy();
    await vi.waitFor(() => expect(document.title).toBe('There is a new version'));
    screen.getByText(/Your answers are saved/);
    // The mark of a new version is not that of an error.
    expect(document.querySelector('[role=alert] svg')?.parentElement?.className).toMatch(/info/);
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Page' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  test.each([
    ['the server does not respond', missing, () => Promise.reject(new TypeError('no network'))],
    ['the server reports an error', missing, async () => new Response(null, { status: 502 })],
    ['the error is another one', 'x is undefined', async () => new Response()],
  ])('nothing is said about a version if %s', async (_, message, reply) => {
    vi.stubGlobal('fetch', reply);
    show(message);
    await new Promise((done) => setTimeout(done));
    expect(screen.getByRole('heading').textContent).toBe('Something went wrong');
  });
});
