import { type CSSProperties, type PointerEvent as PressEvent, useRef, useState } from 'react';
import { useTexts } from '@/lib/locale';
import cards from '@/ui/choice.module.css';
import fields from '@/ui/field.module.css';
import { isEmpty } from './condition';
import {
  type Answers,
  asText,
  type ItemKind,
  type ItemOf,
  type ItemProps,
  type Translate,
} from './item-kind';
import { ItemQuestion } from './item-question';

type Item = ItemOf<'ranking'>;

/** The participant orders the rows; the rank of each row is a variable. */
export const ranking: ItemKind<'ranking'> = {
  variables: (item) => item.rows.map(({ id }) => id),
  checkAll,
  Field,
};

function checkAll(
  { rows, required }: Item,
  answers: Answers,
  translate: Translate,
): string | undefined {
  const ranks = new Set(rows.map(({ id }) => answers[id]).filter((rank) => !isEmpty(rank)));
  if (ranks.size === 0 && !required) return undefined;
  const complete = rows.every((_, at) => ranks.has(at + 1));
  return complete ? undefined : translate('rank_each');
}

/** The row at each rank, or undefined if no row has it. */
type RowsByRank = readonly (string | undefined)[];

function byRank({ rows }: Item, answers: Answers): RowsByRank {
  return rows.map((_, at) => rows.find(({ id }) => answers[id] === at + 1)?.id);
}

/** All rows by rank. Rows without a rank get the unused ranks, in the order of the definition. */
function completed({ rows }: Item, ranked: RowsByRank): string[] {
  const unranked = rows.map(({ id }) => id).filter((id) => !ranked.includes(id));
  return ranked.flatMap((id) => id ?? unranked.shift() ?? []);
}

/** Gives a row the rank `at` + 1. The rows between it and the nearest unused rank, the lower of two, move by one. */
function withRank(ranked: RowsByRank, row: string, at: number): RowsByRank {
  const next = ranked.map((id) => (id === row ? undefined : id));
  const unused = [...next.keys()].filter((index) => next[index] === undefined);
  const [nearest = at] = unused.sort((a, b) => Math.abs(a - at) - Math.abs(b - at) || b - a);
  next.splice(nearest, 1);
  next.splice(at, 0, row);
  return next;
}

const TEXTS = {
  en: {
    help: (rows: number) =>
      `Put the options in order: drag them, or give each option a different rank from 1 to ${rows}.`,
    rank: (row: string) => `${row}: rank`,
    order: (rows: string) => `New order: ${rows}.`,
  },
  de: {
    help: (rows: number) =>
      `Bringen Sie die Antworten in eine Reihenfolge: Ziehen Sie sie, oder geben Sie jeder einen anderen Rang von 1 bis ${rows}.`,
    rank: (row: string) => `${row}: Rang`,
    order: (rows: string) => `Neue Reihenfolge: ${rows}.`,
  },
};

/**
 * Choosing a rank ranks that row, and the last row without a rank. Dragging ranks all rows in the order on the screen.
 */
function Field(props: ItemProps<'ranking'>) {
  const { item, answers, onAnswer } = props;
  const { rows } = item;
  const t = useTexts(TEXTS);
  const [order, setOrder] = useState('');
  const ranked = byRank(item, answers);
  const shown = completed(item, ranked);
  const label = (row: string) => rows.find(({ id }) => id === row)?.label ?? '';

  const save = (next: RowsByRank) => {
    for (const { id } of rows) {
      const value = next.includes(id) ? next.indexOf(id) + 1 : undefined;
      if (value !== answers[id]) onAnswer(id, value);
    }
    const labels = next.flatMap((id, at) => (id ? `${at + 1} ${label(id)}` : []));
    setOrder(labels.length > 0 ? t.order(labels.join(', ')) : '');
  };

  // Arrow keys choose every rank that they pass. Only the last one may move other rows.
  const before = useRef<{ row: string; ranked: RowsByRank }>(null);
  const choose = (row: string, rank: number) => {
    if (before.current?.row !== row) before.current = { row, ranked };
    const old = before.current.ranked;
    if (rank === 0) return save(old.map((id) => (id === row ? undefined : id)));
    const next = withRank(old, row, rank - 1);
    save(next.filter((id) => id === undefined).length === 1 ? completed(item, next) : next);
  };

  const [looks, setLooks] = useState<CSSProperties[]>([]);
  const drop = (from: number, to: number) => {
    before.current = null;
    const next = [...shown];
    next.splice(to, 0, ...next.splice(from, 1));
    save(next);
  };
  const press = ({ currentTarget: handle, nativeEvent }: PressEvent<HTMLElement>) =>
    dragRow(handle, nativeEvent, setLooks, drop);

  return (
    <ItemQuestion {...props} help={item.help ?? t.help(rows.length)}>
      <ol className={cards.choices}>
        {shown.map((row, at) => (
          <li key={row} className={cards.face} style={{ ...ROW, ...looks[at] }}>
            <span aria-hidden="true" style={HANDLE} onPointerDown={press}>
              <span style={GRIP} />
            </span>
            <label htmlFor={row} className={cards.words} style={{ flex: 1 }}>
              {label(row)}
            </label>
            <span style={{ flex: 'none', width: '4.5rem' }}>
              <select
                id={row}
                className={fields.input}
                aria-label={t.rank(label(row))}
                value={asText(answers[row])}
                onChange={(event) => choose(row, Number(event.target.value))}
                onBlur={() => {
                  before.current = null;
                }}
              >
                <option value="">–</option>
                {rows.map(({ id }, index) => (
                  <option key={id} value={index + 1}>
                    {index + 1}
                  </option>
                ))}
              </select>
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="vh">
        {order}
      </p>
    </ItemQuestion>
  );
}

const ROW: CSSProperties = { gap: '8px', padding: '6px 6px 6px 0' };

const HANDLE: CSSProperties = {
  display: 'grid',
  placeItems: 'center',
  alignSelf: 'stretch',
  flex: 'none',
  width: '44px',
  marginRight: '-8px',
  color: 'var(--ink-2)',
  cursor: 'grab',
  touchAction: 'none',
  userSelect: 'none',
  WebkitUserSelect: 'none',
};

const GRIP: CSSProperties = { width: '18px', height: '8px', borderBlock: '2px solid' };

/** Distance from the upper or lower edge of the screen, in px, within which a drag scrolls the page. */
const EDGE = 96;

/** A press that moves less than this, in px, is not a drag. */
const DRAG_THRESHOLD = 8;

/**
 * Drags a row of a list by its handle after a `pointerdown`, with mouse, finger or pen. Until the drop, only the style
 * of the rows changes (`show`), because a handle that moves in the document would lose the pointer. Escape cancels.
 */
function dragRow(
  handle: HTMLElement,
  { button, isPrimary, pointerId, clientY }: PointerEvent,
  show: (looks: CSSProperties[]) => void,
  drop: (from: number, to: number) => void,
): void {
  const own = handle.closest('li');
  const rows = [...(own?.parentElement?.children ?? [])];
  if (!own || button !== 0 || !isPrimary) return;
  const from = rows.indexOf(own);
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const middles = boxes.map(({ top, height }) => top + height / 2);
  const gap = (boxes[1]?.top ?? 0) - (boxes[0]?.bottom ?? 0);
  const room = (boxes[from]?.height ?? 0) + gap;
  const start = clientY + window.scrollY;
  const ended = new AbortController();
  let y = clientY;
  let to: number | undefined;
  let frame = 0;

  const look = () => {
    const by = y + window.scrollY - start;
    if (to === undefined && Math.abs(by) < DRAG_THRESHOLD) return;
    const middle = (middles[from] ?? 0) + by;
    const over = middles.filter((other, at) => at !== from && other < middle).length;
    to = over;
    show(
      rows.map((_, at) => {
        if (at === from) return { ...LIFTED, translate: `0 ${by}px` };
        const shift = at > from && at <= over ? -room : at < from && at >= over ? room : 0;
        return { translate: `0 ${shift}px`, transition: 'translate var(--fast)' };
      }),
    );
  };
  const scroll = () => {
    if (!handle.isConnected) return end(false);
    const past = Math.min(0, y - EDGE) + Math.max(0, y - window.innerHeight + EDGE);
    if (to !== undefined && past !== 0) {
      window.scrollBy(0, past / 6);
      look();
    }
    frame = requestAnimationFrame(scroll);
  };
  const move = (event: PointerEvent) => {
    y = event.clientY;
    look();
  };
  const end = (dropped: boolean) => {
    ended.abort();
    cancelAnimationFrame(frame);
    show([]);
    if (dropped && to !== undefined) drop(from, to);
  };

  handle.setPointerCapture(pointerId);
  const { signal } = ended;
  handle.addEventListener('pointermove', move, { signal });
  handle.addEventListener('pointerup', () => end(true), { signal });
  handle.addEventListener('pointercancel', () => end(false), { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
  scroll();
}

const LIFTED: CSSProperties = {
  position: 'relative',
  zIndex: 1,
  borderColor: 'var(--accent)',
  boxShadow: 'var(--shadow-3)',
};
