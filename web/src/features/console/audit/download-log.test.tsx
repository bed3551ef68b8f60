import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as save from '@/lib/save-file';
import { DownloadLog } from './download-log';

const fetched = vi.hoisted(() => vi.fn());
const notified = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api-client', async (original) => ({
  ...(await original<typeof import('@/lib/api-client')>()),
  request: fetched,
}));
vi.mock('@/features/notifications/store', () => ({ notify: notified }));

beforeEach(() => void vi.clearAllMocks());

test('the log is saved as a file, and the page shows that the download was logged', async () => {
  const saved = vi.spyOn(save, 'saveFile').mockReturnValue();
  fetched.mockResolvedValue(new Response('{"number":1}\n'));
  render(<DownloadLog of="/api/admin/audit" />);
  await userEvent.click(screen.getByRole('button', { name: 'Download the log' }));
  expect(fetched).toHaveBeenCalledWith('get', '/api/admin/audit/file', undefined, {});
  const [name, type, content] = saved.mock.calls[0] ?? [];
  expect(name).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.jsonl$/);
  expect(type).toBe('application/x-ndjson');
  expect(await (content as Blob).text()).toBe('{"number":1}\n');
  expect(notified).toHaveBeenCalledWith('good', expect.stringContaining('downloaded'));
});

test('an error of the server is shown, and nothing is saved', async () => {
  const saved = vi.spyOn(save, 'saveFile').mockReturnValue();
  const headers = { 'Content-Type': 'application/problem+json' };
  const problem = { code: 'unavailable', message: 'Not now.' };
  fetched.mockResolvedValue(new Response(JSON.stringify(problem), { status: 503, headers }));
  render(<DownloadLog of="/api/admin/audit" />);
  await userEvent.click(screen.getByRole('button', { name: 'Download the log' }));
  expect(notified).toHaveBeenCalledWith('bad', 'Not now.');
  expect(saved).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Download the log' })).toBeDefined();
});
