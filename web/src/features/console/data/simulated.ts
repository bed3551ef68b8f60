import { onForget } from '@/lib/session';
import { createStore, useStore } from '@/lib/store';

const KEY = 'console-simulated';

/** Whether simulated participants are counted, on all pages of the console in this tab. */
const counted = createStore(false);
let read = false;
onForget(() => {
  read = false;
  counted.set(false);
});

export function useSimulated(): boolean {
  if (!read) {
    read = true;
    counted.set(sessionStorage.getItem(KEY) === 'yes');
  }
  return useStore(counted);
}

export function countSimulated(yes: boolean): void {
  sessionStorage.setItem(KEY, yes ? 'yes' : 'no');
  counted.set(yes);
}
