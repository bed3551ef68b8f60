import { useConsoleWords } from '@/locales/console';
import { Button } from '@/ui/button';
import s from './controls.module.css';

type Props = {
  /** How many rows are shown, and of how many, if that is known. */
  shown: number;
  total?: number | undefined;
  /** Whether this is not the first page. */
  later: boolean;
  /** Where the next page begins; nothing on the last one. */
  next: string | null | undefined;
  go: (cursor: string) => void;
};

/** Pages of a list by cursor: the first one again, or the next. */
export function Pager({ shown, total, later, next, go }: Props) {
  const w = useConsoleWords().table;
  return (
    <div className={s.pager}>
      <p role="status">{total === undefined ? w.rows(shown) : w.rowsOf(shown, total)}</p>
      <div className={s.row}>
        {later && (
          <Button variant="secondary" small onClick={() => go('')}>
            {w.first}
          </Button>
        )}
        {next && (
          <Button variant="secondary" small onClick={() => go(next)}>
            {w.next}
          </Button>
        )}
      </div>
    </div>
  );
}
