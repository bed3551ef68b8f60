/** Keyboard use: where the focus is after a dialog, a form and a page of a list. */
import { defaultScheduler, notifyManager } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AuditLog, StudyState } from '@/api/schema';
import { notifications } from '@/features/notifications/store';
import { api } from '@/lib/api-client';
import { ApiProblem } from '@/lib/problems';
import { renderConsole } from '../../../../test/render-console';
import AuditPage from '../audit/audit-page';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { Quotas } from '../study/quotas';
import { Status } from '../study/status';
import { Confirm } from './confirm';

function Page({ run }: { run: () => Promise<unknown> }) {
  const [asking, setAsking] = useState(false);
  const [gone, setGone] = useState(false);
  return (
    <>
      <h1 tabIndex={-1}>Study</h1>
      {!gone && (
        <button type="button" onClick={() => setAsking(true)}>
          Pause
        </button>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Pause?"
        action="Do it"
        reason={{ label: 'Reason' }}
        run={async () => {
          await run();
          setGone(true);
        }}
      >
        <p>It can be undone.</p>
      </Confirm>
    </>
  );
}

const focused = () => document.activeElement;
const button = (name: string) => screen.getByRole('button', { name });

test('a dialog returns the focus to its opener, and keeps no input', async () => {
  const user = userEvent.setup();
  render(<Page run={() => Promise.reject(new Error('Not now.'))} />);
  await user.click(button('Pause'));
  await user.type(screen.getByLabelText('Reason'), 'Waiting');
  await user.click(button('Do it'));
  screen.getByText('Not now.');
  await user.click(button('Cancel'));
  expect(focused()).toBe(button('Pause'));
  await user.click(button('Pause'));
  expect((screen.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('');
  expect(screen.queryByText('Not now.')).toBeNull();
});

test('a dialog closed during its call still shows that it was rejected', async () => {
  const user = userEvent.setup();
  let fail = (_: Error) => {};
  const act = new Promise<void>((_, reject) => {
    fail = reject;
  });
  render(<Page run={() => act} />);
  await user.click(button('Pause'));
  await user.type(screen.getByLabelText('Reason'), 'Waiting');
  await user.click(button('Do it'));
  await user.click(button('Cancel'));
  fail(new Error('Not now.'));
  await waitFor(() => expect(notifications.get().map(({ text }) => text)).toEqual(['Not now.']));
});

test('the missing field gets the focus; if the action removed its button, the heading', async () => {
  const user = userEvent.setup();
  render(<Page run={() => Promise.resolve()} />);
  await user.click(button('Pause'));
  await user.click(button('Do it'));
  expect(focused()).toBe(screen.getByLabelText('Reason'));
  await user.keyboard('Waiting');
  await user.click(button('Do it'));
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { level: 1 })));
});

/** A page of the console with only the study's status. */
function StatusPage() {
  return (
    <>
      <h1 tabIndex={-1}>Study</h1>
      <Loaded query={useRead('/api/admin/study')}>{(study) => <Status study={study} />}</Loaded>
    </>
  );
}

test.each([
  ['the dialog is open', false],
  ['Escape has closed the dialog', true],
])('an action removes its button while %s: the heading gets the focus', async (_, escapes) => {
  const user = userEvent.setup();
  let status = 'open';
  let answer = () => {};
  vi.spyOn(api, 'get').mockImplementation(
    async () => ({ ...study, status, open: true, endedAt: null }) as never,
  );
  vi.spyOn(api, 'put').mockImplementation(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    status = 'paused';
    return {} as never;
  });
  renderConsole(<StatusPage />);
  // As on a busy machine, new data are available some time before a component receives them.
  notifyManager.setScheduler((notify) => setTimeout(notify, 100));
  onTestFinished(() => notifyManager.setScheduler(defaultScheduler));
  await user.click(await screen.findByRole('button', { name: 'Pause' }));
  await user.type(screen.getByLabelText('Reason'), 'Waiting');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Pause' }));
  if (escapes) await user.click(button('Cancel'));
  answer();
  await screen.findByText('New participants cannot register for now.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { level: 1 })));
});

const study = {
  target: 636,
  quota: null,
  allocated: 2,
  arms: ['A', 'B'].map((id) => ({ arm: { id, label: `Arm ${id}` }, allocated: 1, quota: null })),
} as unknown as StudyState;

test('the form of the quotas starts in its first field, shows errors, and returns the focus', async () => {
  const user = userEvent.setup();
  const rejection = new ApiProblem({
    status: 422,
    code: 'invalid_fields',
    message: 'Some fields are missing or not valid.',
    fields: [{ item: 'arms.B', code: 'unknown_arm', message: 'There is no such arm.' }],
  });
  const send = vi
    .spyOn(api, 'put')
    .mockRejectedValueOnce(rejection)
    .mockResolvedValueOnce({} as never);
  render(<Quotas study={study} />);
  expect(focused()).toBe(document.body);
  await user.click(button('Change the quotas'));
  expect(focused()).toBe(screen.getByLabelText('All arms together'));
  await user.click(button('Cancel'));
  expect(focused()).toBe(button('Change the quotas'));
  await user.keyboard('{Enter}');
  await user.click(button('Save'));
  expect(focused()).toBe(screen.getByLabelText('Reason'));
  await user.keyboard('Full');
  await user.click(button('Save'));
  // The focus moves after the server's reply.
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Arm B')));
  await user.click(button('Save'));
  expect(send).toHaveBeenCalledTimes(2);
  await waitFor(() => expect(focused()).toBe(button('Change the quotas')));
});

test('another page of a list begins at its start', async () => {
  const user = userEvent.setup();
  const log: AuditLog = {
    chain: { whole: true, entries: 2, head: 'ab', brokenAt: null },
    entries: [{ number: 2, at: '2026-01-02T00:00:00Z', actor: 'admin', action: 'a', details: {} }],
    next: 2,
  } as unknown as AuditLog;
  vi.spyOn(api, 'get').mockResolvedValue(log);
  renderConsole(<AuditPage />);
  const table = await screen.findByRole('group', { name: 'Who did what' });
  const seen = vi.spyOn(table, 'scrollIntoView');
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  expect(focused()).toBe(table);
  expect(seen).toHaveBeenCalledOnce();
  expect(within(table).getByRole('table')).toBeDefined();
});
