import { useState } from 'react';
import type { PublicMedia } from '@/api/schema';
import { MediaPlayer } from '@/features/media/media-player';
import type { Recorder } from '@/features/timing/recorder';
import { cx } from '@/lib/cx';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import type { Point } from './region';
import s from './region.module.css';
import { RegionPicker } from './region-picker';

type Props = {
  media: PublicMedia;
  recorder: Recorder;
  point: Point | undefined;
  onSelect: (point: Point | undefined) => void;
};

/** The medium again. A tap on its picture selects a point, which is optional. Without a picture nothing asks for it. */
export function RegionQuestion({ media, recorder, point, onSelect }: Props) {
  const w = useTaskMessages().flowA;
  const [shown, setShown] = useState(true);
  const percent = (share: number) => Math.round(share * 100);
  return (
    <>
      <MediaPlayer
        media={media}
        recorder={recorder}
        overlay={
          <RegionPicker
            point={point}
            describedBy="mark-help"
            onSelect={onSelect}
            onShown={setShown}
          />
        }
      />
      {shown && (
        <p className={s.markLine}>
          <span id="mark-help" className={cx(s.help, point && 'vh')}>
            {w.markHelp}
            <span className={s.byKeys}> {w.markKeys}</span>
          </span>
          <span role="status" className={s.help}>
            {point && w.markAt(percent(point.x), percent(point.y))}
          </span>
          {point && (
            <Button variant="quiet" small onClick={() => onSelect(undefined)}>
              <Icon name="x" size={20} />
              {w.markRemove}
            </Button>
          )}
        </p>
      )}
    </>
  );
}
