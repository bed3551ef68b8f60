import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import s from './controls.module.css';

type Props = {
  /** Which row the first one is, from 1, how many are shown, and of how many. */
  from: number;
  shown: number;
  total: number;
  /** Whether this is not the first page. */
  later: boolean;
  /** Where the next page begins; nothing on the last one. */
  next: string | null | undefined;
  go: (cursor: string) => void;
};

/** Pages of a list by cursor: the first one again, or the next. */
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
