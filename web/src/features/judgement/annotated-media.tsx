import { useRef, useState } from 'react';
import type { Annotation, PublicMedia } from '@/api/schema';
import { AnnotationBoxes, hasPlace } from '@/features/media/annotation-boxes';
import type { MediaHandle } from '@/features/media/clip-player';
import { MediaPlayer } from '@/features/media/media-player';
import { clock } from '@/features/media/source';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import s from './judgement.module.css';

/** The medium once more, with the marks on picture and time line when they are asked for. */
export function AnnotatedMedia({
  media,
  marks,
}: {
  media: PublicMedia;
  marks: readonly Annotation[];
}) {
  const w = useTaskMessages().media;
  const handle = useRef<MediaHandle>(null);
  const [shown, setShown] = useState(false);
  const show = () => {
    const from = marks[0]?.from;
    if (!shown && typeof from === 'number') {
      handle.current?.pause();
      handle.current?.seek(from);
    }
    setShown(!shown);
  };
  const overlay = shown && marks.some(hasPlace) ? <AnnotationBoxes marks={marks} /> : null;
  return (
    <div className={s.tasks}>
      <MediaPlayer media={media} marks={shown ? marks : []} overlay={overlay} handle={handle} />
      {marks.length > 0 && (
        <div className="cluster">
          <Button variant="secondary" small aria-pressed={shown} onClick={show}>
            <Icon name="target" size={20} />
            {shown ? w.hideWhere : w.showWhere}
          </Button>
          {shown &&
            marks.map((mark, index) =>
              typeof mark.from === 'number' ? (
                <Button
                  key={`${mark.from}-${mark.x}-${mark.y}`}
                  variant="quiet"
                  small
                  onClick={() => handle.current?.seek(mark.from ?? 0)}
                >
                  {marks.length > 1 && `${index + 1}. `}
                  {w.jump(clock(mark.from))}
                </Button>
              ) : null,
            )}
        </div>
      )}
    </div>
  );
}
