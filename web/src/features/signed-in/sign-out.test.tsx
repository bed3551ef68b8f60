import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { loadDraft, saveDraft } from '@/features/outbox/drafts';
import { forgetOwner, saveEntry } from '@/features/outbox/entries';
import { localStore } from '@/features/outbox/local-store';
import { session, startSession } from '@/lib/session';
import { signIn } from '../../../test/sign-in';
import { useSignOut } from './sign-out';

const OWNER = 'ABCD-2345';

afterEach(() => forgetOwner(OWNER));

async function signOut(status: number) {
  startSession();
  signIn({ code: OWNER, username: 'owl' });
  await saveDraft('pre/you', { age: 30 });
  await loadDraft('pre/you');
  vi.stubGlobal('fetch', async () => new Response('{}', { status }));
  const { result } = renderHook(() => useSignOut(), { wrapper: MemoryRouter });
  await act(async () => result.current.signOut());
}

const left = async () => (await (await localStore()).list('')).map(({ key }) => key);

test("signing out clears the user's data in the browser", async () => {
  await signOut(200);
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(session().user).toBeNull();
});

test('if the session has ended, drafts are deleted and an unsent answer stays', async () => {
  await saveEntry(OWNER, { key: 'k', path: '/api/x', body: {}, at: Date.now() });
  await signOut(401);
  await vi.waitFor(async () =>
    expect(await left()).toEqual([expect.stringMatching(/^outbox.*-k$/)]),
  );
  expect(session().user).toBeNull();
});
