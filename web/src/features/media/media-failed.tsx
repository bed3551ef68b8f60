import { useState } from 'react';
import type { PublicMedia } from '@/api/types';
import { useTaskWords } from '@/locales/task';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import s from './media.module.css';

/** Says honestly that a medium is missing, and lets nobody be stopped by it. */
export function MediaFailed({ media, onRetry }: { media: PublicMedia; onRetry: () => void }) {
  const w = useTaskWords().media;
  const [without, setWithout] = useState(false);
  return (
    <div className={s.failed} role="alert">
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
