import { useEffect, useRef, useState } from 'react';
import type { PublicMedia } from '@/api/schema';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import s from './media.module.css';

type Props = {
  media: PublicMedia;
  onRetry: () => void;
  /** Whether to take the focus of the replaced element. */
  focus?: boolean;
};

/** Shows that a medium can't be loaded; the participant can retry or answer without it. */
export function MediaFailed({ media, onRetry, focus = false }: Props) {
  const w = useTaskMessages().media;
  const [without, setWithout] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.focus();
  }, [focus]);
  return (
    <div ref={box} className={s.failed} role="alert" tabIndex={-1}>
      <Icon name="alert" />
      {without ? (
        <>
          <p className={s.failedTitle}>{w.withoutText}</p>
          <p>{media.alt}</p>
        </>
      ) : (
        <>
          <p className={s.failedTitle}>
            {media.kind === 'image' ? w.failedPicture : w.failedTitle}
          </p>
          <p>{w.failedText}</p>
        </>
      )}
      <div className={s.failedActions}>
        <Button variant="secondary" small onClick={onRetry}>
          {w.again}
        </Button>
        {!without && (
          <Button variant="secondary" small onClick={() => setWithout(true)}>
            {w.without}
          </Button>
        )}
      </div>
    </div>
  );
}
