import { MediaPlayer } from '@/features/media/media-player';
import { StudyHtml } from '@/features/study-page/study-html';
import type { ItemKind, ItemProps } from './item-kind';
import s from './items.module.css';

/** Text or a medium without a question. */
export const information: ItemKind<'information'> = {
  variables: () => [],
  missing: () => '',
  check: true,
  Field,
};

function Field({ item, recorder }: ItemProps<'information'>) {
  return (
    <div className={s.information} id={item.id} data-text={item.media ? undefined : item.id}>
      {item.label && <h2>{item.label}</h2>}
      <StudyHtml html={item.html} below />
      {item.media && (
        // A sound check must not show its answer as text; the button shows the transcript.
        <MediaPlayer
          media={item.media}
          recorder={recorder}
          captioned={item.media.kind !== 'audio'}
        />
      )}
    </div>
  );
}
