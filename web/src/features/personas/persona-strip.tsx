import type { PublicPersona } from '@/api/schema';
import { cx } from '@/lib/cx';
import s from './persona.module.css';
import { Portrait } from './portrait';

type Props = {
  persona: PublicPersona;
  /** On phones in the corner of the picture that follows. */
  over?: boolean | null | undefined;
};

/** Who is seen or heard: face, name, what they do. */
export function PersonaStrip({ persona, over }: Props) {
  return (
    <div className={cx(s.strip, over && s.over)}>
      <Portrait persona={persona.id} />
      <p className={s.who}>
        <b>{persona.name}</b>
        <span>{persona.role}</span>
      </p>
    </div>
  );
}
