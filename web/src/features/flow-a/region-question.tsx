import { useState } from 'react';
import type { PublicMedia } from '@/api/schema';
import { MediaPlayer } from '@/features/media/media-player';
import type { Recorder } from '@/features/timing/recorder';
import { useStudyMessages } from '@/locales/study';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import s from './flow-a.module.css';
import type { Place } from './region';
import { RegionPicker } from './region-picker';

type Props = {
  media: PublicMedia;
  recorder: Recorder;
  place: Place | undefined;
  onPlace: (place: Place | undefined) => void;
};

/** The medium once more, with one place to mark if one wants to. */
export function RegionQuestion({ media, recorder, place, onPlace }: Props) {
  const w = useStudyMessages();
  const task = useTaskMessages();
  const [asked, setAsked] = useState(false);
  const marking = asked || place !== undefined;
  const percent = (share: number) => Math.round(share * 100);
  return (
    <section className={s.marking} aria-labelledby="mark-title">
      <h2 id="mark-title" className={s.subtitle}>
        {task.flowA.markTitle} <span>{w.questionnaire.optional}</span>
      </h2>
      <p id="mark-help" className={s.help}>
        {task.flowA.markHelp} <span className={s.byKeys}>{task.flowA.markKeys}</span>
      </p>
      <MediaPlayer
        media={media}
        recorder={recorder}
        overlay={
          marking ? <RegionPicker place={place} describedBy="mark-help" onPlace={onPlace} /> : null
        }
      />
      <div className={s.markActions}>
        <Button
          variant="secondary"
          small
          aria-pressed={marking}
          onClick={() => {
            setAsked(!marking);
            if (marking) onPlace(undefined);
          }}
        >
          <Icon name={marking ? 'x' : 'target'} size={20} />
          {marking ? task.flowA.markRemove : task.flowA.markOn}
        </Button>
        <p role="status" className={s.help}>
          {marking &&
            (place ? task.flowA.markAt(percent(place.x), percent(place.y)) : task.flowA.markNone)}
        </p>
      </div>
    </section>
  );
}
