import { onSignOut, useSession } from '@/lib/session';
import { createStore, useStore } from '@/lib/store';

const KEY = 'captions';
const chosen = createStore<boolean | null>(null);

function stored(): boolean | null {
  const value = localStorage.getItem(KEY);
  return value === null ? null : value === 'on';
}

// The next participant on this device may have other ears.
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
  const on = useStore(chosen) ?? stored() ?? user?.hearsSound !== true;
  return [
    on,
    (next) => {
      localStorage.setItem(KEY, next ? 'on' : 'off');
      chosen.set(next);
    },
  ];
}
