import { useEffect, useRef } from 'react';
import { useMessages } from '@/locales/messages';
import { Callout } from './callout';
import s from './error-summary.module.css';

type Props = {
  errors: { id: string; message: string }[];
  /** The errors that no longer apply. They stay, crossed out, so that nothing moves while the participant types. */
  corrected?: ReadonlySet<string>;
};

/** The first control inside `root`; the element itself if it is one. */
function firstControl(root: HTMLElement): HTMLElement {
  if (root.matches('input, select, textarea, button')) return root;
  return root.querySelector<HTMLElement>('input:enabled, select, textarea, button') ?? root;
}

/** A question and its error, in one line. */
export function withQuestion(question: string, message: string): string {
  if (question === '') return message;
  return /[.?!:…]["”»]?$/.test(question) ? `${question} ${message}` : `${question}: ${message}`;
}

/** All errors, at the top, with the focus; each line links to the first control of its question. */
export function ErrorSummary({ errors, corrected }: Props) {
  const w = useMessages().ui;
  const box = useRef<HTMLDivElement>(null);
  // A new list means a new attempt, so it takes the focus.
  useEffect(() => {
    if (errors.length > 0) box.current?.focus();
  }, [errors]);
  if (errors.length === 0) return null;
  return (
    <Callout kind="bad" title={w.problem} ref={box} role="alert" tabIndex={-1}>
      <ul className={s.list}>
        {errors.map((error) => (
          <li key={error.id}>
            <a
              href={`#${error.id}`}
              onClick={(event) => {
                event.preventDefault();
                const target = document.getElementById(error.id);
                if (!target) return;
                target.scrollIntoView({ block: 'start' });
                firstControl(target).focus({ preventScroll: true });
              }}
            >
              {corrected?.has(error.id) ? (
                <>
                  <s>{error.message}</s> <span className={s.corrected}>{w.corrected}</span>
                </>
              ) : (
                error.message
              )}
            </a>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
