import { MediaPlayer } from '@/features/media/media-player';
import { StudyHtml } from '@/features/study-page/study-html';
import type { ItemProps } from './item-kind';
import s from './items.module.css';

export function Field({ item, recorder }: ItemProps<'information'>) {
  return (
    <div className={s.information} id={item.id}>
      {item.label && <h2>{item.label}</h2>}
      <StudyHtml html={item.html} below />
      {item.media && (
        // A recording that asks whether it can be heard must not answer in writing; the button does.
        <MediaPlayer
          media={item.media}
          recorder={recorder}
          captioned={item.media.kind !== 'audio'}
        />
      )}
    </div>
  );
}
