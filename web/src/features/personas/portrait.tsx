import { useEffect, useState } from 'react';
import { request } from '@/lib/api-client';
import { cx } from '@/lib/cx';
import { createCache } from '@/lib/resource-cache';
import { BASE } from '@/lib/site';
import s from './persona.module.css';

const FALLBACK = `${BASE}/default_profile.png`;

/** Cached by persona. Fetched by the app, because the request needs the bearer token, which an `<img>` can't send. */
const portraits = createCache<string>();

export function portraitOf(persona: string): Promise<string> {
  const load = async () => {
    const path = `/api/personas/${encodeURIComponent(persona)}/profile-picture`;
    const reply = await request('get', path, undefined, {});
    if (!reply.ok) throw new Error(reply.statusText);
    return URL.createObjectURL(await reply.blob());
  };
  // A missing picture never blocks the participant.
  return portraits.get(persona, load).catch(() => FALLBACK);
}

type Props = { persona: string; large?: boolean };

/** A persona's picture. The name is next to it, so screen readers skip the picture. */
export function Portrait({ persona, large }: Props) {
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    let current = true;
    void portraitOf(persona).then((found) => current && setSrc(found));
    return () => {
      current = false;
    };
  }, [persona]);
  return (
    <span className={cx(s.portrait, large && s.large)}>
      {src && <img src={src} alt="" onError={() => setSrc(FALLBACK)} />}
    </span>
  );
}
