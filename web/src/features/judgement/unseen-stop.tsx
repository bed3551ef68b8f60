import { useEffect, useRef } from 'react';
import { playOrReload } from '@/features/media/play';
import { useStudyMessages } from '@/locales/study';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Icon } from '@/ui/icon';
import type { Unseen } from './unseen';
import s from './unseen-stop.module.css';

type Props = {
  unseen: Unseen | null;
  /** Brings the evidence into view and moves the focus to it. */
  onCheck?: (() => void) | undefined;
};

/** The message that something was not played, loaded or opened, with the ways to go on. Must be inside the form. */
export function UnseenStop({ unseen, onCheck }: Props) {
  const { unseen: w, failed } = useStudyMessages();
  const box = useRef<HTMLDivElement>(null);
  const shown = unseen !== null;
  useEffect(() => {
    if (shown) box.current?.focus();
  }, [shown]);
  if (!unseen) return null;
  const { media, unchecked } = unseen;
  const [first] = media;
  const facts = [
    media.length > 1 ? w.unseenSome(media.length) : first && w.unseen[first.kind],
    unchecked && w.notChecked,
  ];
  return (
    <Callout
      kind="warn"
      title={facts.filter(Boolean).join(' ')}
      ref={box}
      role="alert"
      tabIndex={-1}
      className={s.stop}
    >
      <div className="cluster">
        {first && (
          <Button variant="secondary" small onClick={() => playOrReload(first)}>
            {first.kind !== 'image' && <Icon name="play" size={20} />}
            {first.kind === 'image' ? failed.again : w.play}
          </Button>
        )}
        {unchecked && (
          <Button variant="secondary" small onClick={onCheck}>
            <Icon name="search" size={20} />
            {w.check}
          </Button>
        )}
        {/* The second submission of the form is not held back. */}
        <Button variant="quiet" small type="submit">
          {w.answer}
        </Button>
      </div>
    </Callout>
  );
}
