import mixpanel from 'mixpanel-browser/src/loaders/loader-module-core';
import type { StudyInfo } from '@/api/schema';
import { theme } from '@/features/theme/theme';
import { currentLocale } from '@/lib/locale';
import { BASE } from '@/lib/site';

/** A client that sends events under one participant's ID. */
export interface Client {
  /** `at` is the time of the event in ms; it may be earlier than the call. */
  send: (name: string, properties: Record<string, unknown>, at: number) => void;
  /** Removes the participant's ID. Pending events are still sent under it. */
  close: () => void;
  /** Removes the participant's ID and discards pending events. */
  stop: () => void;
}

/**
 * Turns off every feature that records more than the events of `events.ts` or contacts another host. Addresses are
 * omitted, because a link can contain recruitment IDs.
 */
const QUIET = {
  persistence: 'localStorage',
  api_payload_format: 'json',
  ip: false,
  ignore_dnt: false,
  autocapture: false,
  // Our page views have friendly names; those of the client would contain the address.
  track_pageview: false,
  // This option is missing from the client's types.
  track_marketing: false,
  save_referrer: false,
  stop_utm_persistence: true,
  skip_first_touch_marketing: true,
  record_sessions_percent: 0,
  flags: false,
  remote_settings_mode: 'disabled',
  property_blacklist: [
    '$current_url',
    '$referrer',
    '$referring_domain',
    '$initial_referrer',
    '$initial_referring_domain',
  ],
} as const;

/** How long the client waits before it retries an unreachable server, in s. */
const RETRY_AFTER = '5';

type Reply = { httpStatusCode?: number; retryAfter?: string };
type Send = (data: unknown, options: unknown, done: (reply: Reply) => void) => void;

/**
 * Makes the client retry requests that never reached a server. It retries after a 5xx, but discards events when the
 * connection fails while the browser reports that it is online, for example during a restart of the server. The senders
 * are missing from the client's types.
 */
function keepUndelivered() {
  const { request_batchers } = mixpanel as unknown as {
    request_batchers: Record<string, { sendRequest: Send }>;
  };
  for (const sender of Object.values(request_batchers)) {
    const send = sender.sendRequest;
    sender.sendRequest = (data, options, done) =>
      send(data, options, (reply) =>
        done(
          reply.httpStatusCode === 0
            ? { ...reply, httpStatusCode: 503, retryAfter: RETRY_AFTER }
            : reply,
        ),
      );
  }
}

/** Opens the official client under a participant's ID. */
export function open({ token, host }: NonNullable<StudyInfo['analytics']>, id: string): Client {
  mixpanel.init(token, {
    ...QUIET,
    property_blacklist: [...QUIET.property_blacklist],
    api_host: host ?? `${window.location.origin}${BASE}/api/collect`,
  });
  keepUndelivered();
  // The previous user declined analytics or withdrew.
  if (mixpanel.has_opted_out_tracking()) mixpanel.opt_in_tracking({ track: () => {} });
  mixpanel.identify(id);
  mixpanel.people.set({ language: currentLocale(), theme: theme.get() });
  return {
    send: (name, properties, at) => mixpanel.track(name, { ...properties, time: at / 1000 }),
    close: () => {
      mixpanel.reset();
      // The participant withdrew in another tab.
      if (mixpanel.has_opted_out_tracking()) mixpanel.opt_out_tracking({ delete_user: false });
    },
    stop: () => {
      mixpanel.reset();
      // Stops the senders of all tabs at their next step and clears their queues.
      mixpanel.opt_out_tracking({ delete_user: false });
    },
  };
}
