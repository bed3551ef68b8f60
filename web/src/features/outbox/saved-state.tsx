import { useMessages } from '@/lib/messages';
import { Icon } from '@/ui/icon';
import { useOutbox } from './outbox';
import s from './saved-state.module.css';

type Props = {
  /** Something on the page has been saved already; otherwise nothing is shown. */
  saved?: boolean | undefined;
};

/** Where the answers are: "Saved", "Saving...", "Not saved yet, 2 answers waiting". Has its fixed place. */
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
