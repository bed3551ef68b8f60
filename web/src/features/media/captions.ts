import { ownerOf } from '@/features/outbox/drafts';
import { onSignOut, useSession } from '@/lib/session';
import { createStore, useStore } from '@/lib/store';

const KEY = 'captions';

/** The last choice, as it is stored. */
const chosen = createStore<string | null>(null);

/** With its owner, because the next participant on this device may have other ears, and a session can end by itself. */
const choice = (on: boolean, owner: string | null) => `${on ? 'on' : 'off'} ${owner}`;

onSignOut(() => {
  localStorage.removeItem(KEY);
  chosen.set(null);
});

/**
 * Whether captions are shown: as the participant last chose, on this device and for all media. Without a choice they
 * are off for participants who hear the sound, because captions draw the eyes from the lips.
 */
export function useCaptions(): [boolean, (on: boolean) => void] {
  const { user } = useSession();
  const owner = ownerOf(user);
  const last = useStore(chosen) ?? localStorage.getItem(KEY);
  const own = [true, false].find((on) => last === choice(on, owner));
  return [
    own ?? user?.hearsSound !== true,
    (next) => {
      const value = choice(next, owner);
      localStorage.setItem(KEY, value);
      chosen.set(value);
    },
  ];
}
