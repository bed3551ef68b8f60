import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useStudyMessages } from '@/locales/study';
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

/** Rows in the participant's order; the rank of each row is a variable. */
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
  return complete ? undefined : translate('rankEach');
}

/** The row in each place; nothing in a place that is free. */
type Places = readonly (string | undefined)[];

function placesOf({ rows }: Item, answers: Answers): Places {
  return rows.map((_, at) => rows.find(({ id }) => answers[id] === at + 1)?.id);
}

/** All rows from the first place to the last: those without a rank fill the free places in their own order. */
function filled({ rows }: Item, places: Places): string[] {
  const open = rows.map(({ id }) => id).filter((id) => !places.includes(id));
  return places.flatMap((id) => id ?? open.shift() ?? []);
}

/** Gives a row a place. The rows from there to the nearest free place, the lower of two, move over by one. */
function placed(places: Places, row: string, at: number): Places {
  const next = places.map((id) => (id === row ? undefined : id));
  const free = [...next.keys()].filter((index) => next[index] === undefined);
  const [nearest = at] = free.sort((a, b) => Math.abs(a - at) - Math.abs(b - at) || b - a);
  next.splice(nearest, 1);
  next.splice(at, 0, row);
  return next;
}

/**
 * Choosing a position ranks that row, and the last one that is left. Dragging ranks all rows, in the order on the screen.
 */
function Field(props: ItemProps<'ranking'>) {
  const { item, answers, onAnswer } = props;
  const { rows } = item;
  const w = useStudyMessages().questionnaire.ranking;
  const [order, setOrder] = useState('');
  const places = placesOf(item, answers);
  const shown = filled(item, places);
  const label = (row: string) => rows.find(({ id }) => id === row)?.label ?? '';

  const rank = (next: Places) => {
    for (const { id } of rows) {
      const value = next.includes(id) ? next.indexOf(id) + 1 : undefined;
      if (value !== answers[id]) onAnswer(id, value);
    }
    const ranked = next.flatMap((id, at) => (id ? `${at + 1} ${label(id)}` : []));
    setOrder(ranked.length > 0 ? w.order(ranked.join(', ')) : '');
  };

  // Arrow keys choose every position that they pass. Only the last one may move other rows.
  const before = useRef<{ row: string; places: Places }>(null);
  const choose = (row: string, position: number) => {
    if (before.current?.row !== row) before.current = { row, places };
    const old = before.current.places;
    if (position === 0) return rank(old.map((id) => (id === row ? undefined : id)));
    const next = placed(old, row, position - 1);
    rank(next.filter((id) => id === undefined).length === 1 ? filled(item, next) : next);
  };

  const [looks, setLooks] = useState<CSSProperties[]>([]);
  const drop = (from: number, to: number) => {
    before.current = null;
    const next = [...shown];
    next.splice(to, 0, ...next.splice(from, 1));
    rank(next);
  };
  const press = ({ currentTarget: handle, nativeEvent }: PointerEvent<HTMLElement>) => {
    const start = dragging().then(({ dragRow }) => dragRow(handle, nativeEvent, setLooks, drop));
    start.catch(noDrag);
  };
  useEffect(() => void dragging().catch(noDrag), []);

  return (
    <ItemQuestion {...props} help={item.help ?? w.help(rows.length)}>
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
                aria-label={w.position(label(row))}
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

/** Only a page with a ranking fetches it. */
const dragging = () => import('@/ui/drag-row');

/** The code did not arrive, or only after the press was over: positions can still be chosen. */
const noDrag = () => {};

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
