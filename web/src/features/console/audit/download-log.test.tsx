import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as save from '../parts/save';
import { DownloadLog } from './download-log';

const fetched = vi.hoisted(() => vi.fn());
const notified = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api-client', async (original) => ({
  ...(await original<typeof import('@/lib/api-client')>()),
  request: fetched,
}));
vi.mock('@/features/notifications/store', () => ({ notify: notified }));

beforeEach(() => {
  vi.clearAllMocks();
});

test('the log is kept as a file, and the page says that it was noted', async () => {
  const kept = vi.spyOn(save, 'download').mockReturnValue();
  fetched.mockResolvedValue(new Response('{"number":1}\n'));
  render(<DownloadLog />);
  await userEvent.click(screen.getByRole('button', { name: 'Download the log' }));
  expect(fetched).toHaveBeenCalledWith('get', '/api/admin/audit/file', undefined, {});
  const [name, type, content] = kept.mock.calls[0] ?? [];
  expect(name).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.jsonl$/);
  expect(type).toBe('application/x-ndjson');
  expect(await (content as Blob).text()).toBe('{"number":1}\n');
  expect(notified).toHaveBeenCalledWith('good', expect.stringContaining('downloaded'));
});

test('what the server refuses is said, and nothing is kept', async () => {
  const kept = vi.spyOn(save, 'download').mockReturnValue();
  const headers = { 'Content-Type': 'application/problem+json' };
  const refusal = { code: 'unavailable', message: 'Not now.' };
  fetched.mockResolvedValue(new Response(JSON.stringify(refusal), { status: 503, headers }));
  render(<DownloadLog />);
  await userEvent.click(screen.getByRole('button', { name: 'Download the log' }));
  expect(notified).toHaveBeenCalledWith('bad', 'Not now.');
  expect(kept).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Download the log' })).toBeDefined();
});
