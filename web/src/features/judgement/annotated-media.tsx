import { useRef, useState } from 'react';
import type { Annotation, PublicMedia } from '@/api/schema';
import { AnnotationBoxes, hasArea } from '@/features/media/annotation-boxes';
import type { MediaHandle } from '@/features/media/clip-player';
import { MediaPlayer } from '@/features/media/media-player';
import { clock } from '@/features/media/source';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import s from './judgement.module.css';

/** The medium again, with its annotations on picture and time line on request. */
export function AnnotatedMedia({
  media,
  annotations,
}: {
  media: PublicMedia;
  annotations: readonly Annotation[];
}) {
  const w = useTaskMessages().media;
  const handle = useRef<MediaHandle>(null);
  const [shown, setShown] = useState(false);
  const show = () => {
    const from = annotations[0]?.from;
    if (!shown && typeof from === 'number') {
      handle.current?.pause();
      handle.current?.seek(from);
    }
    setShown(!shown);
  };
  const overlay =
    shown && annotations.some(hasArea) ? <AnnotationBoxes annotations={annotations} /> : null;
  return (
    <div className={s.tasks}>
      <MediaPlayer
        media={media}
        annotations={shown ? annotations : []}
        overlay={overlay}
        handle={handle}
      />
      {annotations.length > 0 && (
        <div className="cluster">
          <Button variant="secondary" small aria-pressed={shown} onClick={show}>
            <Icon name="target" size={20} />
            {shown ? w.hideWhere : w.showWhere}
          </Button>
          {shown &&
            annotations.map((annotation, index) =>
              typeof annotation.from === 'number' ? (
                <Button
                  key={`${annotation.from}-${annotation.x}-${annotation.y}`}
                  variant="quiet"
                  small
                  onClick={() => handle.current?.seek(annotation.from ?? 0)}
                >
                  {annotations.length > 1 && `${index + 1}. `}
                  {w.jump(clock(annotation.from))}
                </Button>
              ) : null,
            )}
        </div>
      )}
    </div>
  );
}
