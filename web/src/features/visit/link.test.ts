import { expect, test } from 'vitest';
import { session, startSession } from '@/lib/session';
import { participant } from '../../../test/fixtures';
import { answers } from '../../../test/server';
import { storeConsent, storedConsent } from './consent';
import { beginByLink } from './link';
import { isOtherLink } from './other-link';
import { storedRecruitment, storeRecruitment } from './recruitment';

const CONSENT = { version: '3', locale: 'en', ticks: { take_part: true } };
const SESSION = { access_token: 'a', refresh_token: 'r', user: participant };

const keyOf = (init?: RequestInit) => new Headers(init?.headers).get('Idempotency-Key');

test('the link begins with the consent of this tab, which then forgets both', async () => {
  startSession();
  storeRecruitment('?PID=p1&SESSION=s1');
  storeConsent(CONSENT);
  const fetch = answers([201, SESSION]);
  await expect(beginByLink('PID')).resolves.toEqual(participant);
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/auth/link');
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toEqual({
    locale: 'en',
    recruitment: { PID: 'p1', SESSION: 's1' },
    consent: CONSENT,
  });
  expect(session().user).toEqual(participant);
  expect([storedRecruitment(), storedConsent()]).toEqual([undefined, undefined]);
});

test('a call whose reply was lost is repeated with the same key, the next visit has another', async () => {
  startSession();
  storeRecruitment('?PID=p1');
  const fetch = answers(
    [503, { code: 'unavailable', message: 'no' }],
    [200, SESSION],
    [200, SESSION],
  );
  await expect(beginByLink('PID')).rejects.toThrow();
  await beginByLink('PID');
  storeRecruitment('?PID=p1');
  await beginByLink('PID');
  const [lost, again, next] = fetch.mock.calls.map(([, init]) => keyOf(init));
  expect(lost).toMatch(/^[0-9a-f-]{36}$/);
  expect(again).toBe(lost);
  expect(next).not.toBe(lost);
});

test('if the consent text has changed, the participation begins without a consent', async () => {
  startSession();
  storeRecruitment('?PID=p1');
  storeConsent(CONSENT);
  const field = { item: 'consent.version', code: 'consent_outdated', message: 'changed' };
  const outdated = { code: 'invalid_fields', message: 'no', fields: [field] };
  const fetch = answers([422, outdated], [201, SESSION]);
  await beginByLink('PID');
  expect(JSON.parse(String(fetch.mock.calls[1]?.[1]?.body)).consent).toBeUndefined();
  expect(storedConsent()).toBeUndefined();
});

test('a link of another person than the one who is signed in is recognised', async () => {
  startSession();
  expect(isOtherLink('PID')).toBe(false);
  storeRecruitment('?PID=p1');
  expect(isOtherLink('PID')).toBe(false);
  answers([201, SESSION]);
  await beginByLink('PID');
  storeRecruitment('?PID=p1&SESSION=s2');
  expect(isOtherLink('PID')).toBe(false);
  storeRecruitment('?PID=p2');
  expect(isOtherLink('PID')).toBe(true);
  expect(isOtherLink(undefined)).toBe(false);
});
