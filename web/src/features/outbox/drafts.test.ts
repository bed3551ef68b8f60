import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signIn } from '../../../test/sign-in';
import { clearDraft, loadDraft, reminderOf, saveDraft, useDraft } from './drafts';

const as = (code: string) => signIn({ code, username: code });

beforeEach(() => as('A'));

test('a half-filled page comes back after a reload, the last value wins', async () => {
  void saveDraft('pre/1', { age: 4 });
  void saveDraft('pre/1', { age: 41 });
  const { result } = renderHook(() => useDraft<{ age: number }>('pre/1'));
  expect(result.current.ready).toBe(false);
  await waitFor(() => expect(result.current.ready).toBe(true));
  expect(result.current.draft).toEqual({ age: 41 });
});

test('a draft belongs to one participant and one page, and can be deleted', async () => {
  await saveDraft('pre/2', 'mine');
  expect(await loadDraft('pre/3')).toBeUndefined();
  as('B');
  expect(await loadDraft('pre/2')).toBeUndefined();
  as('A');
  await saveDraft(reminderOf('pre/2'), true);
  await clearDraft('pre/2');
  expect(await loadDraft('pre/2')).toBeUndefined();
  expect(await loadDraft(reminderOf('pre/2'))).toBeUndefined();
});
