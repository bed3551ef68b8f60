import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocale } from '@/lib/locale';
import { useConsoleWords } from '@/locales/console';
import { Button } from '@/ui/button';
import s from './chart.module.css';
import type { Kind } from './drawing';
import type { Point, Series, Setting } from './point';
import { type Column, type Sort, sorted, Table } from './table';

type Props<Row> = {
  title: string;
  /** Unit, n, interval: what is needed to read it. */
  note: string;
  /** What is drawn and what the table lists: one and the same. */
  rows: readonly Row[];
  columns: Column<Row>[];
  rowKey: (row: Row, at: number) => string;
  kind: Kind;
  /** The mark that a row makes. */
  point: (row: Row) => Point;
  setting: Setting;
  /** What stands in the place of a drawing without a mark. */
  empty?: string | undefined;
  /** The order of both, where the reader may choose it. */
  sort?: Sort;
  /** The table has more than the drawing, and is open from the start. */
  tableShown?: boolean;
};

/** Drawings of counts: of nobody there is nothing to draw. */
const COUNTS: ReadonlySet<Kind> = new Set(['bars', 'lines']);

/** A chart with the same rows as a table beside it, so that no number is only drawn. */
export function Chart<Row>(props: Props<Row>) {
  const { title, note, columns, rowKey, empty, sort, tableShown = false } = props;
  const order = sort?.value ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns follow from the language.
  const rows = useMemo(() => sorted(props.rows, columns, order), [props.rows, order]);
  const w = useConsoleWords().chart;
  const [table, setTable] = useState(tableShown);
  const id = useId();
  const bare = rows.length === 0;
  const drawable = rows.some((row) => {
    const { value } = props.point(row);
    return COUNTS.has(props.kind) ? (value ?? 0) > 0 : value !== null;
  });
  return (
    <figure className={s.figure} aria-labelledby={id}>
      <figcaption className={s.caption}>
        <div>
          <h3 id={id}>{title}</h3>
          <p className={s.note}>{note}</p>
        </div>
        {!bare && (
          <Button
            variant="secondary"
            small
            className={s.switch}
            aria-expanded={table}
            aria-controls={`${id}-table`}
            onClick={() => setTable(!table)}
          >
            {table ? w.hideTable : w.showTable}
          </Button>
        )}
      </figcaption>
      {drawable ? (
        <>
          <Legend series={props.setting.series} />
          <Drawing {...props} rows={rows} />
        </>
      ) : (
        <p className={s.empty}>{empty ?? w.empty}</p>
      )}
      {!bare && (
        <div id={`${id}-table`} hidden={!table} className={s.table}>
          <Table caption={title} columns={columns} rows={rows} rowKey={rowKey} sort={sort} />
        </div>
      )}
    </figure>
  );
}

const SHAPES = [
  'M8 3a5 5 0 1 1 0 10A5 5 0 1 1 8 3z',
  'M3.5 3.5h9v9h-9z',
  'M8 2.5l6 10.5H2z',
  'M8 1.5l5 6.5-5 6.5-5-6.5z',
];

/** Which colour and shape is whose. Nothing to say about one series alone. */
function Legend({ series }: { series: Series[] }) {
  if (series.length < 2) return null;
  return (
    <ul className={s.legend}>
      {series.map((one) => (
        <li key={one.id}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d={SHAPES[one.tint % SHAPES.length]} fill={`var(--arm-${one.tint})`} />
          </svg>
          {one.label}
        </li>
      ))}
    </ul>
  );
}

/** Draws at the width that is there, and again when that or the rows change. The library comes with the first chart. */
function Drawing<Row>({ title, note, rows, kind, point, setting }: Props<Row>) {
  const w = useConsoleWords().chart;
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [failed, setFailed] = useState(false);
  const locale = useLocale();
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const watch = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    watch.observe(node);
    return () => watch.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `point` and `setting` follow from the rows and the language.
  useEffect(() => {
    if (width === 0) return;
    let gone = false;
    import('./drawing').then(
      ({ draw }) => {
        if (gone) return;
        const description = `${note} ${w.tableBeside}`;
        const drawn = draw(kind, rows.map(point), setting, width, title, description);
        place.current?.replaceChildren(drawn);
        setFailed(false);
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [rows, kind, width, title, note, locale]);
  return (
    <>
      {failed && <p role="status">{w.failed}</p>}
      <div ref={place} className={s.drawing} />
    </>
  );
}
