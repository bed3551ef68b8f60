import { useMessages } from '@/locales/messages';
import { useStudyMessages } from '@/locales/study';
import { Icon } from '@/ui/icon';
import { useOutbox } from './outbox';
import s from './saved-state.module.css';

type Props = {
  /** Whether any answer of the page has been saved; otherwise nothing is shown. */
  saved?: boolean | undefined;
};

/** Whether the answers are saved: "Saved", "Saving...", "Not sent yet". Its space is reserved. */
export function SavedState({ saved }: Props) {
  const { saving } = useMessages().outbox;
  const w = useStudyMessages();
  const { waiting, online } = useOutbox();
  return (
    <p className={s.state} role="status" data-state={waiting === 0 ? 'saved' : 'waiting'}>
      {waiting === 0 && saved && (
        <span className={s.saved}>
          <Icon name="check" size={18} />
          {w.saved}
        </span>
      )}
      {waiting > 0 && online && saving}
      {waiting > 0 && !online && (
        <span className={s.waiting}>
          <Icon name="cloud" size={18} />
          {w.notSent}
        </span>
      )}
    </p>
  );
}
