import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Changes, StudyFolder, VersionState } from '@/api/schema';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
import { StudyVersion } from './study-version';

const changes: Changes = {
  design: [],
  plan: ['Target (allocation.target): 90 → 120'],
  files: [
    { file: 'study.yaml', change: 'changed', lines: 1 },
    { file: 'pages/extra.md', change: 'new', lines: null },
  ],
  beyondWords: ['study.yaml: allocation.target'],
  allocated: 7,
  needsReason: false,
};

function show(folder: Partial<StudyFolder>) {
  const reply: VersionState = {
    active: {
      hash: 'a'.repeat(64),
      activatedAt: '2026-12-01T10:00:00.000Z',
      actor: 'operator',
      reason: null,
      wordingOnly: false,
    },
    folder: {
      path: '/srv/study',
      state: 'changed',
      hash: 'b'.repeat(64),
      error: null,
      findings: [],
      changes: null,
      hasFormer: false,
      ...folder,
    },
  };
  vi.spyOn(api, 'get').mockResolvedValue(reply as never);
  renderConsole(<StudyVersion />);
}

test('a folder that is the active version has nothing to activate', async () => {
  show({ state: 'active', hash: 'a'.repeat(64) });
  expect(await screen.findByText('is the active version')).toBeTruthy();
  expect(screen.getByText('the operator, on the server')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Activate/ })).toBeNull();
});

test('a broken folder shows what is wrong, where, and the way out', async () => {
  const finding = { severity: 'error', file: 'study.yaml', line: 2, column: 1 };
  show({
    state: 'rejected',
    error: "the study in '/srv/study' has errors",
    findings: [{ ...finding, message: 'unknown field `titel`', help: 'Did you mean `title`?' }],
  });
  expect(await screen.findByText('study.yaml:2:1')).toBeTruthy();
  expect(screen.getByText('unknown field `titel`')).toBeTruthy();
  expect(screen.getByText('Did you mean `title`?')).toBeTruthy();
  expect(screen.getByText(/Participants continue with the active version/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Activate/ })).toBeNull();
});

test('what changes is shown, and what was compared is activated', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never);
  show({ changes });
  expect(await screen.findByText('Target (allocation.target): 90 → 120')).toBeTruthy();
  expect(screen.getByText('study.yaml: 1 line differs')).toBeTruthy();
  expect(screen.getByText('pages/extra.md: new')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /wording only/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Activate for new/ }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByLabelText('Reason')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Activate' }));
  const body = { hash: 'b'.repeat(64), follows: 'a'.repeat(64), wordingOnly: false, reason: '' };
  expect(post).toHaveBeenCalledWith('/api/admin/study/version', { body });
});

test('new words can be for everyone, and a new design needs a reason', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never);
  show({ changes: { ...changes, beyondWords: [], needsReason: true } });
  await userEvent.click(await screen.findByRole('button', { name: /wording only/ }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Activate' }));
  expect(post.mock.calls[0]?.[1]).toMatchObject({ body: { wordingOnly: true } });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: /^Activate for new/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Activate' }));
  expect(screen.getByText('Please give a reason.')).toBeTruthy();
  expect(post).toHaveBeenCalledTimes(1);
});
