import type { PersonaCard } from '@/api/schema';
import { trackFlow } from '@/features/analytics/track';
import { Portrait } from '@/features/personas/portrait';
import { useMove } from '@/features/study-page/continue-button';
import type { Position } from '@/lib/position';
import { useAccountMessages } from '@/locales/account';
import { useStudyMessages } from '@/locales/study';
import { Button, ButtonLink } from '@/ui/button';
import { Icon } from '@/ui/icon';
import s from './dashboard.module.css';
import { hasBegun, nextPersona } from './next-persona';

type Props = { personas: readonly PersonaCard[]; position: Position; instructions: boolean };

/** The personas of Flow B with their progress. They can be opened in any order. */
export function PersonaCards({ personas, position, instructions }: Props) {
  const w = useAccountMessages().dashboard;
  const next = nextPersona(personas, position);
  const begun = personas.some(hasBegun);
  return (
    <section aria-labelledby="people" className={s.people}>
      <h2 id="people" className={s.title}>
        {begun ? w.people : w.choose}
      </h2>
      {!begun && instructions && (
        <p className="help">
          {w.task} <a href="#instructions">{w.readInstructions}</a>
        </p>
      )}
      <ul className={s.cards}>
        {personas.map((persona) => (
          <li key={persona.id} className={`${s.card} panel`} data-state={persona.state}>
            <Ring persona={persona} />
            <div className={s.words}>
              <h3>{persona.name}</h3>
              <p className="help">{persona.role}</p>
              <p className={`${s.state} dotted`}>
                <span>{w.states[persona.state]}</span>
                <span>{w.posts(persona.answered, persona.posts)}</span>
              </p>
            </div>
            <Action persona={persona} position={position} isNext={persona === next} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The portrait in a ring that closes with each post; the words next to it say the same. */
function Ring({ persona }: { persona: PersonaCard }) {
  const { state, answered, posts } = persona;
  const share = state === 'done' ? 1 : answered / Math.max(posts, 1);
  return (
    <span className={s.ring}>
      <Portrait persona={persona.id} large />
      <svg viewBox="0 0 84 84" aria-hidden="true">
        <circle cx="42" cy="42" r="40" />
        {share > 0 && (
          <circle cx="42" cy="42" r="40" pathLength="1" strokeDasharray={`${share} 1`} />
        )}
      </svg>
      {state === 'done' && (
        <span className={s.tick}>
          <Icon name="check" size={18} />
        </span>
      )}
    </span>
  );
}

type ActionProps = { persona: PersonaCard; position: Position; isNext: boolean };

/** The next persona's button is the one that stands out, and says whose posts follow. */
function Action({ persona, position, isNext }: ActionProps) {
  const w = useAccountMessages().dashboard;
  const { start } = useStudyMessages();
  const { busy, move } = useMove();
  const { name, state } = persona;
  if (state === 'under_way') {
    return (
      <ButtonLink to={position.currentState} small>
        {w.continueWith(name)}
      </ButtonLink>
    );
  }
  if (state === 'done' || position.currentState !== '/dashboard') return null;
  return (
    <Button
      variant={isNext ? 'primary' : 'secondary'}
      small
      aria-disabled={busy}
      onClick={() => {
        trackFlow('personaSelected', persona);
        void move(`/flow-b/start/${persona.id}`);
      }}
    >
      {isNext ? (
        w.startWith(name)
      ) : (
        <>
          {start}
          <span className="vh"> {name}</span>
        </>
      )}
    </Button>
  );
}
