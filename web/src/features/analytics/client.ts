import mixpanel from 'mixpanel-browser/src/loaders/loader-module-core';
import type { StudyInfo } from '@/api/schema';
import { theme } from '@/features/theme/theme';
import { currentLocale } from '@/lib/locale';

/** A client that sends under one person's id. */
export interface Client {
  /** `at` is when it happened, in ms: it may have waited for the client. */
  send: (name: string, properties: Record<string, unknown>, at: number) => void;
  /** Forgets the person; what waits is still sent, under their id. */
  close: () => void;
  /** The same, and what waits is never sent. */
  stop: () => void;
}

/**
 * Every feature that would record more than the events of `events.ts`, or ask another host, is off;
 * addresses are left out, because a link may carry a recruiter's ids.
 */
const QUIET = {
  persistence: 'localStorage',
  api_payload_format: 'json',
  ip: false,
  ignore_dnt: false,
  autocapture: false,
  // Our own page views have friendly names; the client's would carry the address.
  track_pageview: false,
  // The client's types do not know this one.
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

/** When the client tries again to reach a server that it did not reach, in s. */
const AGAIN = '5';

type Reply = { httpStatusCode?: number; retryAfter?: string };
type Send = (data: unknown, options: unknown, done: (reply: Reply) => void) => void;

/**
 * The client keeps what a server that fails did not take, but gives up what never reached a server,
 * unless the browser calls itself offline; a server that restarts, or a network that leads nowhere,
 * would cost events. Here both are the same to it. Its senders are no part of its types.
 */
function keepWhatNobodyTook() {
  const { request_batchers } = mixpanel as unknown as {
    request_batchers: Record<string, { sendRequest: Send }>;
  };
  for (const sender of Object.values(request_batchers)) {
    const send = sender.sendRequest;
    sender.sendRequest = (data, options, done) =>
      send(data, options, (reply) =>
        done(
          reply.httpStatusCode === 0 ? { ...reply, httpStatusCode: 503, retryAfter: AGAIN } : reply,
        ),
      );
  }
}

/** Opens the official client under the id of a participant. */
export function open({ token, host }: NonNullable<StudyInfo['analytics']>, id: string): Client {
  mixpanel.init(token, {
    ...QUIET,
    property_blacklist: [...QUIET.property_blacklist],
    api_host: host ?? `${window.location.origin}/api/collect`,
  });
  keepWhatNobodyTook();
  // The last user declined, or withdrew.
  if (mixpanel.has_opted_out_tracking()) mixpanel.opt_in_tracking({ track: () => {} });
  mixpanel.identify(id);
  mixpanel.people.set({ language: currentLocale(), theme: theme.get() });
  return {
    send: (name, properties, at) => mixpanel.track(name, { ...properties, time: at / 1000 }),
    close: () => {
      mixpanel.reset();
      // Withdrawn in another tab.
      if (mixpanel.has_opted_out_tracking()) mixpanel.opt_out_tracking({ delete_user: false });
    },
    stop: () => {
      mixpanel.reset();
      // Stops the senders of all tabs at their next step, and clears what they have put aside.
      mixpanel.opt_out_tracking({ delete_user: false });
    },
  };
}
