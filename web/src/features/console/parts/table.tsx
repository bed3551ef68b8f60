import type { ReactNode, Ref } from 'react';
import { cx } from '@/lib/cx';
import { useConsoleMessages } from '@/locales/console';
import { NONE } from './format';
import scroll from './scroll.module.css';
import s from './table.module.css';

/** One column: its heading and its cells. Numbers are aligned. */
export type Column<Row> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  number?: boolean;
  /** The cell that names its row, for screen readers. */
  head?: boolean;
  /** The sort value of a row; without it, the column can't be sorted. */
  by?: ((row: Row) => number | string | null | undefined) | undefined;
  /** Whether its cells are sentences. */
  wide?: boolean;
  /** Whether its cells are buttons, which need no label. */
  buttons?: boolean;
  /** Why a row has no value here. */
  why?: ((row: Row) => string | null | undefined) | undefined;
};

/** A column of numbers. */
export function numeric<Row>(
  id: string,
  label: string,
  cell: Column<Row>['cell'],
  by?: Column<Row>['by'],
): Column<Row> {
  return { id, label, cell, by, number: true };
}

/** `-` before the column means descending. */
export type Sort = { value: string; set: (value: string) => void };

type Props<Row> = {
  /** The caption: announced, and shown as a heading if there is none above. */
  caption: string;
  captionShown?: boolean;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, at: number) => string;
  sort?: Sort | undefined;
  /** The text of an empty table. */
  empty?: string | undefined;
  /**
   * On a phone, stacks each row as a card with its name and next cell first, instead of scrolling the table. Numbers and
   * times have their labels there; with `labelled`, all other cells too.
   */
  stacks?: boolean | 'labelled';
  ref?: Ref<HTMLDivElement>;
};

/** The order after a press on a heading: ascending first, then reversed. */
export function turned(sort: string, column: string): string {
  return sort === column ? `-${column}` : column;
}

/** The rows in the requested order; rows without a value always come last. */
export function sorted<Row>(rows: readonly Row[], columns: Column<Row>[], sort: string): Row[] {
  const down = sort.startsWith('-');
  const by = columns.find((column) => column.id === (down ? sort.slice(1) : sort))?.by;
  if (!by) return [...rows];
  const has = (value: unknown) => value !== null && value !== undefined;
  return [...rows].sort((one, other) => {
    const [a, b] = [by(one), by(other)];
    if (!has(a) || !has(b)) return Number(has(b)) - Number(has(a));
    const order = typeof a === 'string' ? a.localeCompare(String(b)) : Number(a) - Number(b);
    return down ? -order : order;
  });
}

const box = `${scroll.box} panel`;

/** A table that scrolls if it is too wide, also by keyboard. */
export function Table<Row>({
  caption,
  captionShown,
  columns,
  rows,
  rowKey,
  sort,
  empty,
  stacks,
  ref,
}: Props<Row>) {
  const w = useConsoleMessages().table;
  const explicit: Explicit = (text) => (stacks ? text : undefined);
  return (
    <div className={s.whole}>
      {captionShown && <h3 className={s.caption}>{caption}</h3>}
      {/* biome-ignore lint/a11y/useSemanticElements: a landmark for each table would be too many. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <div ref={ref} className={box} role="group" aria-label={caption} tabIndex={0}>
        <table
          className={cx(s.table, stacks && s.stacks, stacks === 'labelled' && s.labelled)}
          role={explicit('table')}
        >
          <caption className="vh">{caption}</caption>
          <thead role={explicit('rowgroup')}>
            <tr role={explicit('row')}>
              {columns.map((column) => (
                <Heading key={column.id} column={column} sort={sort} explicit={explicit} />
              ))}
            </tr>
          </thead>
          <tbody role={explicit('rowgroup')}>
            {rows.map((row, at) => (
              <tr key={rowKey(row, at)} role={explicit('row')}>
                {columns.map((column) => (
                  <Cell key={column.id} column={column} row={row} explicit={explicit} />
                ))}
              </tr>
            ))}
            {rows.length === 0 && (
              <tr role={explicit('row')}>
                <td role={explicit('cell')} colSpan={columns.length} className={s.empty}>
                  {empty ?? w.empty}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/**
 * Explicit roles and labels for stacked rows: some browsers drop the semantics of a table whose parts have another
 * layout, and a value has no heading above it.
 */
type Explicit = (text: string) => string | undefined;

type HeadingProps<Row> = { column: Column<Row>; sort: Sort | undefined; explicit: Explicit };

function Heading<Row>({ column, sort, explicit }: HeadingProps<Row>) {
  const className = column.number ? s.number : undefined;
  if (!column.by || !sort) {
    return (
      <th scope="col" role={explicit('columnheader')} className={className}>
        {column.label}
      </th>
    );
  }
  const up = sort.value === column.id;
  const down = sort.value === `-${column.id}`;
  const order = down ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={up || down ? order : undefined}>
      <button
        type="button"
        className={s.sort}
        onClick={() => sort.set(turned(sort.value, column.id))}
      >
        {column.label}
        <span aria-hidden="true">{up ? ' ↑' : down ? ' ↓' : ' ↕'}</span>
      </button>
    </th>
  );
}

type MissingProps = { number: boolean | undefined; why: string | null | undefined };

/** What a cell without a value says. */
function Missing({ number, why }: MissingProps) {
  const w = useConsoleMessages().table;
  if (!why) return <span className={s.missing}>{number ? w.noValue : w.none}</span>;
  return (
    <span className={s.missing} title={why}>
      {w.notComputed}
      <span className="vh">: {why}</span>
    </span>
  );
}

/** The reason that a number of the report has. */
function reasonOf(row: unknown): string | null | undefined {
  return (row as { why?: string | null } | null)?.why;
}

type CellProps<Row> = { column: Column<Row>; row: Row; explicit: Explicit };

function Cell<Row>({ column, row, explicit }: CellProps<Row>) {
  const className = cx(column.number && s.number, column.wide && s.wide) || undefined;
  const found = column.cell(row);
  const missing = <Missing number={column.number} why={column.why?.(row) ?? reasonOf(row)} />;
  const content = found === NONE ? missing : found;
  if (column.head) {
    return (
      <th scope="row" role={explicit('rowheader')} className={className}>
        {content}
      </th>
    );
  }
  return (
    <td
      role={explicit('cell')}
      className={className}
      data-label={column.buttons ? undefined : explicit(column.label)}
    >
      {content}
    </td>
  );
}
