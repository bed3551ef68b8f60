import { useMessages } from '@/locales/messages';
import { Icon } from '@/ui/icon';
import { useOutbox } from './outbox';
import s from './saved-state.module.css';

type Props = {
  /** Whether any answer of the page has been saved; otherwise nothing is shown. */
  saved?: boolean | undefined;
};

/** Whether the answers are saved: "Saved", "Saving...", "Not saved yet, 2 answers waiting". Its space is reserved. */
export function SavedState({ saved }: Props) {
  const w = useMessages().outbox;
  const { waiting, online } = useOutbox();
  return (
    <p className={s.state} role="status" data-state={waiting === 0 ? 'saved' : 'waiting'}>
      {waiting === 0 && saved && (
        <span className={s.saved}>
          <Icon name="check" size={18} />
          {w.saved}
        </span>
      )}
      {waiting > 0 && online && w.saving}
      {waiting > 0 && !online && (
        <span className={s.waiting}>
          <Icon name="cloud" size={18} />
          {w.notSaved(waiting)}
        </span>
      )}
    </p>
  );
}
