import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { clearSession, startSession } from '@/lib/session';
import { clearTokens } from '@/lib/tokens';
import { participant } from '../../../test/fixtures';
import { signIn } from '../../../test/sign-in';
import { useCaptions } from './captions';

/** Another participant on this device. */
const other = { ...participant, username: 'quiet-heron-1120', code: 'M3TR-9KWA' };

beforeEach(() => {
  clearTokens();
  startSession();
});

const shown = () => renderHook(useCaptions).result.current[0];

function choose(on: boolean) {
  const { result } = renderHook(useCaptions);
  act(() => result.current[1](on));
}

/** The server has ended the session, as other tabs learn of it. */
function expire() {
  clearTokens();
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }));
}

test('captions are off for participants who hear the sound, until they turn them on', () => {
  signIn({ ...participant, hearsSound: false });
  expect(shown()).toBe(true);
  signIn({ ...participant, hearsSound: true });
  expect(shown()).toBe(false);
  choose(true);
  expect(shown()).toBe(true);
});

test('after an expired session, a choice applies to its participant only', () => {
  signIn({ ...participant, hearsSound: false });
  choose(false);
  expire();
  signIn({ ...other, hearsSound: false });
  expect(shown()).toBe(true);
  expire();
  signIn({ ...participant, hearsSound: false });
  expect(shown()).toBe(false);
});

test('signing out deletes the choice', async () => {
  signIn({ ...participant, hearsSound: false });
  choose(false);
  await clearSession();
  expect(localStorage.getItem('captions')).toBeNull();
  signIn({ ...participant, hearsSound: false });
  expect(shown()).toBe(true);
});
