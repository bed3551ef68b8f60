import mixpanel from 'mixpanel-browser/src/loaders/loader-module-core';
import type { Study } from '@/api/types';
import { theme } from '@/features/theme/theme';
import { currentLocale } from '@/lib/locale';

/** A client that sends under one person's id. */
export interface Client {
  /** `at` is when it happened, in ms: it may have waited for the client. */
  send: (name: string, properties: Record<string, unknown>, at: number) => void;
  close: () => void;
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

/** Opens the official client under the id of a participant. */
export function open({ token, host }: NonNullable<Study['analytics']>, id: string): Client {
  const api_host = host ?? `${window.location.origin}/api/collect`;
  mixpanel.init(token, { ...QUIET, property_blacklist: [...QUIET.property_blacklist], api_host });
  mixpanel.identify(id);
  mixpanel.people.set({ language: currentLocale(), theme: theme.get() });
  return {
    send: (name, properties, at) => mixpanel.track(name, { ...properties, time: at / 1000 }),
    close: () => mixpanel.reset(),
  };
}
