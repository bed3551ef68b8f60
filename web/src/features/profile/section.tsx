import { type ReactNode, useId } from 'react';
import s from './profile.module.css';

/** A titled part of the profile. */
export function Section({
  title,
  help,
  children,
}: {
  title: string;
  help?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={s.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {help && <p className="help">{help}</p>}
      {children}
    </section>
  );
}
