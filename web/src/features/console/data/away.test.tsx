/** The server can't be reached, or the page is outdated: what the console shows, and how it recovers. */
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { ApiProblem, NetworkProblem } from '@/lib/problems';
import { renderConsole } from '../../../../test/render-console';
import { change } from './change';
import { isAway } from './error-message';
import { Loaded } from './loaded';
import { BACK, client, useRead } from './query';

const away = new NetworkProblem();
const rejected = (status: number, code: ApiProblem['code'] = 'conflict') =>
  new ApiProblem({ status, code, message: 'No.' });

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

function Page() {
  const query = useRead('/api/admin/study');
  return (
    <>
      <h1 tabIndex={-1}>Study</h1>
      <Loaded query={query}>{(study) => <p>{study.title}</p>}</Loaded>
    </>
  );
}

const show = () => renderConsole(<Page />);
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** A call is made three times before it fails. */
const GIVEN_UP = 4_000;

test('a page without a reply shows that until the server is back, and then recovers', async () => {
  const get = vi.spyOn(api, 'get').mockRejectedValue(away);
  show();
  await later(GIVEN_UP);
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('The server did not answer.');
  expect(alert.textContent).not.toContain('An error occurred');
  screen.getByRole('button', { name: 'Try again' }).focus();
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  expect(screen.getByRole('alert')).toBe(alert);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' }));
  get.mockResolvedValue({ title: 'Original or Altered?' });
  await later(GIVEN_UP + BACK);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Original or Altered?')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('a page that could not be updated shows that it is out of date', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValueOnce({ title: 'Old' }).mockRejectedValue(away);
  show();
  await later(0);
  await act(() => client.invalidateQueries());
  await later(GIVEN_UP);
  expect(screen.getByText('Old')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('could not be updated');
  get.mockResolvedValue({ title: 'New' });
  await later(GIVEN_UP + BACK);
  expect(screen.getByText('New')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a rejected call is not repeated', async () => {
  const get = vi.spyOn(api, 'get').mockRejectedValue(rejected(500, 'internal'));
  show();
  await later(3 * BACK);
  expect(screen.getByRole('alert').textContent).toContain('No.');
  expect(get).toHaveBeenCalledTimes(1);
});

test("a proxy's reply counts as an unreachable server", () => {
  expect(isAway(rejected(502, 'unknown'))).toBe(true);
  expect(isAway(rejected(503, 'unavailable'))).toBe(false);
  expect(isAway(rejected(404, 'unknown'))).toBe(false);
});

test.each([
  [409, true],
  [404, true],
  [422, false],
])(
  'a change that is rejected with %i shows whether the page was out of date',
  async (status, reread) => {
    const read = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
    await expect(change(Promise.reject(rejected(status)))).rejects.toThrow('No.');
    expect(read.mock.calls.length > 0).toBe(reread);
    read.mockRestore();
  },
);
