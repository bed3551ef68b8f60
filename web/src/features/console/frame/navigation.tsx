import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { cx } from '@/lib/cx';
import scroll from '../parts/scroll.module.css';
import s from './console.module.css';

type Props = { name: string; entries: { to: string; label: string }[]; current: string };

/** How much of the entry before the current one stays visible, in pixels. */
const BEFORE = 48;

/** The pages of a console: a column, or on a phone a row that scrolls to the current entry. */
export function Navigation({ name, entries, current }: Props) {
  const list = useRef<HTMLUListElement>(null);
  // The entries follow the language and the role.
  const labels = entries.map(({ label }) => label).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row scrolls to each new entry.
  useEffect(() => {
    const row = list.current;
    const entry = row?.querySelector('[aria-current]');
    if (!row || !entry) return;
    row.scrollLeft +=
      entry.getBoundingClientRect().left - row.getBoundingClientRect().left - BEFORE;
  }, [current, labels]);
  return (
    <nav className={`${s.nav} no-print`} aria-label={name}>
      <ul className={cx(scroll.box, s.list)} ref={list}>
        {entries.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={s.link} aria-current={to === current ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
