import type { PublicPersona } from '@/api/schema';
import s from './persona.module.css';
import { Portrait } from './portrait';

/** Who is seen or heard: face, name, what they do. */
export function PersonaStrip({ persona }: { persona: PublicPersona }) {
  return (
    <div className={s.strip}>
      <Portrait persona={persona.id} />
      <p className={s.who}>
        <b>{persona.name}</b>
        <span>{persona.role}</span>
      </p>
    </div>
  );
}
