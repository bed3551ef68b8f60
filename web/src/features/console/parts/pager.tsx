import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import s from './controls.module.css';

type Props = {
  /** The number of the first row, from 1, the number of rows shown, and the total. */
  from: number;
  shown: number;
  total: number;
  /** Whether there is an earlier page. */
  later: boolean;
  /** The cursor of the next page; absent on the last one. */
  next: string | null | undefined;
  go: (cursor: string) => void;
};

/** Buttons for a list with cursors: first page and next page. */
export function Pager({ from, shown, total, later, next, go }: Props) {
  const w = useConsoleMessages().table;
  return (
    <div className={`${s.pager} no-print`}>
      <p role="status">{shown === 0 ? w.rows(0) : w.rowsOf(from, from + shown - 1, total)}</p>
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
