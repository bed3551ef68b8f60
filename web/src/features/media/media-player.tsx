import type { ReactNode, Ref } from 'react';
import type { Annotation, PublicMedia } from '@/api/schema';
import type { Recorder } from '@/features/timing/recorder';
import { useTaskMessages } from '@/locales/task';
import { ClipPlayer, type MediaHandle } from './clip-player';
import s from './media.module.css';
import { Picture } from './picture';

type Props = {
  media: PublicMedia;
  /** Takes the evidence of what was seen. */
  recorder?: Recorder | undefined;
  /** Marks on the time line. */
  marks?: readonly Annotation[] | undefined;
  /** Over the picture. */
  overlay?: ReactNode;
  handle?: Ref<MediaHandle> | undefined;
  /** Captions are on at first, unless this is false. */
  captioned?: boolean;
};

/** Any medium in a frame that keeps its place, with its transcript. */
export function MediaPlayer({ media, recorder, marks, overlay, handle, captioned }: Props) {
  return (
    <div className={s.medium}>
      {media.kind === 'image' ? (
        <Picture media={media} recorder={recorder} overlay={overlay} />
      ) : (
        <ClipPlayer
          media={media}
          recorder={recorder}
          marks={marks}
          overlay={overlay}
          handle={handle}
          captioned={captioned}
        />
      )}
      {media.transcript && <Transcript text={media.transcript} recorder={recorder} />}
    </div>
  );
}

function Transcript({ text, recorder }: { text: string; recorder: Recorder | undefined }) {
  const w = useTaskMessages().media;
  return (
    <details
      className={s.transcript}
      onToggle={(event) => event.currentTarget.open && recorder?.opened('transcript')}
    >
      <summary>{w.transcript}</summary>
      <p>{text}</p>
    </details>
  );
}
