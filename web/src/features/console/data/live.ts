import { useEffect, useState } from 'react';
import { client } from './query';
import { follow } from './stream';

export type Live = { state: 'connecting' | 'live' | 'lost'; at: Date | null };

/** At most one reading in this time, however much happens. */
const PAUSE = 1_000;

/**
 * Reads anew what is on the page whenever the server says that something has changed. After a break the
 * server says so at once, so that nothing is missed.
 */
export function useLive(): Live {
  const [live, setLive] = useState<Live>({ state: 'connecting', at: null });
  useEffect(() => {
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      void client.invalidateQueries();
    };
    const show = (state: Live['state'], at?: Date) =>
      setLive((before) => ({ state, at: at ?? before.at }));
    void follow('/api/admin/live', left.signal, {
      onOpen: () => show('live', new Date()),
      onEvent: () => {
        show('live', new Date());
        timer ??= setTimeout(read, PAUSE);
      },
      onLost: () => show('lost'),
    });
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, []);
  return live;
}
