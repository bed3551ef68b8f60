import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { NetworkProblem } from '@/lib/problems';
import { renderConsole } from '../../../../test/render-console';
import { BACK } from '../data/query';
import { PageAt } from './page-at';
import type { ConsolePageId } from './pages';

vi.mock('../audit/audit-page', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../study/study-page', () => ({
  default: () => {
    throw new Error('x is undefined');
  },
}));

const reload = vi.fn();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('location', { ...location, reload });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  reload.mockReset();
});

/** Time since the console was loaded, in ms. */
const age = (ms: number) => vi.spyOn(performance, 'now').mockReturnValue(ms);

const show = (id: ConsolePageId) =>
  renderConsole(
    <>
      <h1>Page</h1>
      <PageAt target={{ id, code: '' }} />
    </>,
  );

const later = (pauses: number) => act(() => vi.advanceTimersByTimeAsync(pauses * BACK));

test('if the code of a page is missing, the console stays and reloads when the server is back', async () => {
  const get = vi.spyOn(api, 'get').mockRejectedValue(new NetworkProblem());
  age(1_000);
  show('audit');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The server did not answer.');
  expect(screen.getByRole('heading', { level: 1 })).toBeDefined();
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  await later(1);
  expect(reload).not.toHaveBeenCalled();
  get.mockResolvedValue({});
  await later(1);
  expect(reload).toHaveBeenCalled();
});

test('a short outage of the server is detected as well', async () => {
  vi.spyOn(api, 'get').mockResolvedValue({});
  age(60_000);
  show('audit');
  await later(1);
  expect(reload).toHaveBeenCalled();
});

test('if the server responds without the code, only the researcher retries', async () => {
  vi.spyOn(api, 'get').mockResolvedValue({});
  age(1_000);
  show('audit');
  const again = await screen.findByRole('button', { name: 'Reload' });
  expect(screen.getByRole('alert').textContent).toContain('There is a new version');
  await later(3);
  expect(reload).not.toHaveBeenCalled();
  await act(async () => again.click());
  expect(reload).toHaveBeenCalledOnce();
});

test('an error of a page is not treated as missing code', async () => {
  await expect(async () => {
    show('study');
    await later(1);
  }).rejects.toThrow('x is undefined');
});
