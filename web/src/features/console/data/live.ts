import { useEffect, useState } from 'react';
import { address } from '@/api/calls';
import { client, keyOf } from './query';
import { follow } from './stream';

export type Live = { state: 'connecting' | 'live' | 'lost'; at: Date | null };

/**
 * Follows the study: the server sends the overview immediately and after each change. Other cached data are then
 * outdated and are refetched when their page is opened.
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
