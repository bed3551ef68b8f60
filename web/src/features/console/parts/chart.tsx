import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { interfaceLocale, useLocale } from '@/lib/locale';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { type QueryOf, type ReadPath, useRead } from '../data/query';
import s from './chart.module.css';
import { Drawing, useSameFigures } from './drawing';
import scroll from './scroll.module.css';
import { type Column, type Sort, sorted, Table } from './table';

type ChartPath = Extract<ReadPath, `/api/admin/drawings/${'overview' | 'results' | 'usage'}`>;
type SourceOf<P> = P extends ChartPath
  ? { path: P; query: Omit<QueryOf<P>, 'width' | 'locale'>; figures: unknown }
  : never;

/** The call that draws a chart, and its figures: a change of them redraws it. */
type Source = SourceOf<ChartPath>;

type Props<Row> = {
  title: string;
  /** Unit, n, interval: needed to read the chart. */
  note: string;
  source: Source;
  /** The caption of the table. */
  rows: readonly Row[];
  columns: Column<Row>[];
  rowKey: (row: Row, at: number) => string;
  /** What is shown in place of a drawing that would say nothing. The table stays. */
  instead?: string | undefined;
  /** What is shown in place of a drawing without a mark. */
  empty?: string | undefined;
  /** The order of the table, if the reader can choose it. */
  sort?: Sort;
  /** The table has more than the drawing and is open initially. */
  tableShown?: boolean;
  /** The drawing may be wider than the page, and scrolls. */
  scrolls?: boolean | undefined;
};

/** A chart with a table of the same numbers. */
export function Chart<Row>(props: Props<Row>) {
  const {
    title,
    note,
    source,
    columns,
    rowKey,
    instead,
    empty,
    sort,
    tableShown = false,
    scrolls,
  } = props;
  const order = sort?.value ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns follow from the language.
  const rows = useMemo(() => sorted(props.rows, columns, order), [props.rows, order]);
  const w = useConsoleMessages().chart;
  const [table, setTable] = useState(tableShown);
  const id = useId();
  const bare = rows.length === 0;
  return (
    <figure className={`${s.figure} panel`} aria-labelledby={id}>
      <figcaption className={s.caption}>
        <div>
          <h3 id={id}>{title}</h3>
          <p className="note">{note}</p>
        </div>
        {!bare && (
          <Button
            variant="secondary"
            small
            className="no-print"
            aria-expanded={table}
            aria-controls={`${id}-table`}
            onClick={() => setTable(!table)}
          >
            {table ? w.hideTable : w.showTable}
          </Button>
        )}
      </figcaption>
      {bare || instead ? (
        <p className={s.empty}>{instead ?? empty ?? w.empty}</p>
      ) : (
        <Measured source={source} empty={empty} title={title} note={note} scrolls={scrolls} />
      )}
      {!bare && (
        <div id={`${id}-table`} hidden={!table} className={s.table}>
          <Table caption={title} columns={columns} rows={rows} rowKey={rowKey} sort={sort} />
        </div>
      )}
    </figure>
  );
}

type DrawnProps = Pick<Props<never>, 'source' | 'title' | 'note' | 'empty' | 'scrolls'>;

/** The step of the widths at which a chart is drawn, in pixels. */
const STEP = 20;

/** Draws at the available width, and again when it changes. */
function Measured(props: DrawnProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const node = frame.current;
    if (!node) return;
    const watch = new ResizeObserver(([entry]) =>
      setWidth(Math.floor((entry?.contentRect.width ?? 0) / STEP) * STEP),
    );
    watch.observe(node);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={frame} className={s.drawing}>
      {width > 0 && <Drawn {...props} width={width} />}
    </div>
  );
}

function Drawn({ source, title, note, empty, scrolls, width }: DrawnProps & { width: number }) {
  const w = useConsoleMessages().chart;
  const locale = interfaceLocale(useLocale());
  const query = { ...source.query, width, locale };
  const drawing = useRead<ChartPath>(source.path, { query } as object);
  useSameFigures(drawing, source.figures);
  if (!drawing.data) return drawing.error && <p role="status">{w.failed}</p>;
  const { svg } = drawing.data;
  if (!svg) return <p className={s.empty}>{empty ?? w.empty}</p>;
  const drawn = (
    <div role="img" aria-label={title} aria-description={`${note} ${w.sameNumbers}`}>
      <Drawing svg={svg} />
    </div>
  );
  if (!scrolls) return drawn;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a landmark for each drawing would be too many.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <div className={cx(scroll.box, s.wide)} role="group" aria-label={title} tabIndex={0}>
      {drawn}
    </div>
  );
}
