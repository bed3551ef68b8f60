import type { ReactNode } from 'react';
import { useMessages } from '@/locales/messages';
import s from './progress.module.css';

type Props = {
  part: number;
  of: number;
  /** The share that is completed, from 0 to 1. */
  done: number;
  text?: string | undefined;
  /** At the end of the line. */
  aside?: ReactNode;
};

/** A slim progress bar with a text: the current step and the time left. */
export function ProgressLine({ part, of, done, text, aside }: Props) {
  const w = useMessages().ui;
  return (
    <div className={s.progress}>
      <p className={s.words}>
        <span>{w.step(part, of)}</span>
        {text && <span>{text}</span>}
      </p>
      {aside}
      <Bar done={done} label={w.progress} />
    </div>
  );
}

/** A bar for a share, 0 to 1. Without a label, the text next to it has the same number. */
export function Bar({ done, label }: { done: number; label?: string }) {
  return (
    <progress className={s.bar} value={done} max={1} aria-label={label} aria-hidden={!label} />
  );
}
