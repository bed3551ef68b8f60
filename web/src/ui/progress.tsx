import { useMessages } from '@/lib/messages';
import s from './progress.module.css';

type Props = {
  part: number;
  of: number;
  /** How much of the whole is behind, 0 to 1. */
  done: number;
  text?: string | undefined;
};

/** A slim progress bar with a text: the present part and what is left. */
export function ProgressLine({ part, of, done, text }: Props) {
  const w = useMessages().ui;
  return (
    <div className={s.progress}>
      <p className={s.words}>
        <span>{w.part(part, of)}</span>
        {text && <span>{text}</span>}
      </p>
      <progress className={s.bar} value={done} max={1} aria-label={w.progress} />
    </div>
  );
}
