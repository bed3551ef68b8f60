import { useEffect, useState } from 'react';
import { request } from '@/lib/api-client';
import { cx } from '@/lib/cx';
import { onForget } from '@/lib/session';
import s from './persona.module.css';

const FALLBACK = '/default_profile.png';

/** Portraits by persona, fetched once: the address needs the bearer token, which an `<img>` can't send. */
const portraits = new Map<string, Promise<string>>();

onForget(() => portraits.clear());

export function portraitOf(persona: string): Promise<string> {
  const known = portraits.get(persona);
  if (known) return known;
  const path = `/api/personas/${encodeURIComponent(persona)}/profile-picture`;
  const wanted = request('get', path, undefined, {})
    .then((reply) => (reply.ok ? reply.blob() : Promise.reject()))
    // No picture is never a reason to stop.
    .then(URL.createObjectURL, () => {
      // The next page asks again.
      portraits.delete(persona);
      return FALLBACK;
    });
  portraits.set(persona, wanted);
  return wanted;
}

type Props = { persona: string; large?: boolean };

/** A persona's face. The name stands beside it, so it says nothing to a screen reader. */
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
