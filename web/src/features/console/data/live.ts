import { useEffect, useState } from 'react';
import { address } from '@/lib/api-client';
import { client, keyOf } from './query';
import { follow } from './stream';

export type Live = { state: 'connecting' | 'live' | 'lost'; at: Date | null };

/**
 * Follows the study: the server sends the overview at once, and again whenever it has changed. What other pages
 * have read is then out of date and is read again when they are opened.
 */
export function useLive(simulated: boolean): Live {
  const [live, setLive] = useState<Live>({ state: 'connecting', at: null });
  useEffect(() => {
    const left = new AbortController();
    const show = (state: Live['state'], at?: Date) =>
      setLive((before) => ({ state, at: at ?? before.at }));
    void follow(address('/api/admin/live', {}, { simulated }), left.signal, {
      onOpen: () => show('live', new Date()),
      onEvent: ({ event, data }) => {
        if (event !== 'overview') return;
        void client.invalidateQueries({ refetchType: 'none' });
        client.setQueryData(
          keyOf('/api/admin/overview', { query: { simulated } }),
          JSON.parse(data),
        );
        show('live', new Date());
      },
      onLost: () => show('lost'),
    });
    return () => left.abort();
  }, [simulated]);
  return live;
}
