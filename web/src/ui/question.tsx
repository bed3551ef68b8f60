import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { FieldError } from './field';
import s from './question.module.css';

type Props = {
  id: string;
  legend: string;
  help?: string | undefined;
  /** The heading of a help text that must be read to answer. */
  helpTitle?: string | undefined;
  error?: string | undefined;
  headingLevel?: 1 | 2 | 4 | undefined;
  children: ReactNode;
};

/** A question as a group: its text is the legend; help and error belong to the whole group. */
export function Question({
  id,
  legend,
  help,
  helpTitle,
  error,
  headingLevel = 2,
  children,
}: Props) {
  const Heading = `h${headingLevel}` as const;
  const described = cx(help && `${id}-help`, error && `${id}-error`);
  return (
    <fieldset
      id={id}
      className={s.question}
      aria-describedby={described || undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend>
        <Heading className={s.legend} tabIndex={headingLevel === 1 ? -1 : undefined}>
          {legend}
        </Heading>
      </legend>
      {help && (
        <p className={s.help} id={`${id}-help`} data-title={helpTitle}>
          {help}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className={s.body}>{children}</div>
    </fieldset>
  );
}
