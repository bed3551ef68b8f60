import type { ReactNode, Ref } from 'react';
import type { Annotation, PublicMedia } from '@/api/schema';
import type { Recorder } from '@/features/timing/recorder';
import { useTaskMessages } from '@/locales/task';
import { ClipPlayer, type MediaHandle } from './clip-player';
import s from './media.module.css';
import { Picture } from './picture';

type Props = {
  media: PublicMedia;
  /** Receives the evidence of what was seen. */
  recorder?: Recorder | undefined;
  /** The annotations on the time line. */
  annotations?: readonly Annotation[] | undefined;
  /** Shown over the picture. */
  overlay?: ReactNode;
  handle?: Ref<MediaHandle> | undefined;
  /** False: captions are off until they are turned on, whatever the participant prefers. */
  captioned?: boolean;
};

/** Any medium with its transcript. Its frame has the final size from the start. */
export function MediaPlayer({ media, recorder, annotations, overlay, handle, captioned }: Props) {
  return (
    <div className={s.medium} data-medium={media.sources[0]?.url}>
      {media.overlay && <p className={s.label}>{media.overlay}</p>}
      {media.kind === 'image' ? (
        <Picture media={media} recorder={recorder} overlay={overlay} />
      ) : (
        <ClipPlayer
          media={media}
          recorder={recorder}
          annotations={annotations}
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
