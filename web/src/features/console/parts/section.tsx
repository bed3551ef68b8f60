import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import s from './section.module.css';

type Props = {
  title: string;
  /** The explanation of the figures. */
  help?: ReactNode;
  /** Content next to the heading. */
  tools?: ReactNode;
  children: ReactNode;
};

/** A part of a console page with a heading. */
export function Section({ title, help, tools, children }: Props) {
  return (
    <section className={s.section}>
      <div className={s.head}>
        <h2>{title}</h2>
        {tools && <div className="cluster">{tools}</div>}
      </div>
      {help && <p className={`${s.help} note`}>{help}</p>}
      {children}
    </section>
  );
}

type Fact = { label: string; value: ReactNode; note?: ReactNode };

/** A row of key figures; `small` for text instead of numbers. */
export function Facts({ facts, small }: { facts: Fact[]; small?: boolean }) {
  return (
    <dl className={cx(s.facts, small && s.small)}>
      {facts.map((fact) => (
        <div key={fact.label} className={`${s.fact} panel`}>
          <dt>{fact.label}</dt>
          <dd className={s.value}>{fact.value}</dd>
          {fact.note && <dd className="note">{fact.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
