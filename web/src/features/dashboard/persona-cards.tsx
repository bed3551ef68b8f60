import type { PersonaCard } from '@/api/schema';
import { trackFlow } from '@/features/analytics/track';
import { Portrait } from '@/features/personas/portrait';
import { useMove } from '@/features/study-page/continue-button';
import type { Position } from '@/lib/position';
import { useAccountMessages } from '@/locales/account';
import { useStudyMessages } from '@/locales/study';
import { Button, ButtonLink } from '@/ui/button';
import { Icon, type IconName } from '@/ui/icon';
import s from './dashboard.module.css';

const ICONS: Record<PersonaCard['state'], IconName> = {
  open: 'user',
  under_way: 'clock',
  done: 'check',
};

type Props = { personas: readonly PersonaCard[]; position: Position };

/** The personas of Flow B with their progress. They can be opened in any order. */
export function PersonaCards({ personas, position }: Props) {
  const w = useAccountMessages().dashboard;
  const first = personas.find(({ state }) => state === 'open');
  return (
    <section aria-labelledby="people">
      <h2 id="people" className={s.title}>
        {personas.every(({ state }) => state === 'open') ? w.choose : w.people}
      </h2>
      <ul className={s.cards}>
        {personas.map((persona) => (
          <li key={persona.id} className={`${s.card} panel`} data-state={persona.state}>
            <Portrait persona={persona.id} large />
            <div className={s.words}>
              <h3>{persona.name}</h3>
              <p className="help">{persona.role}</p>
              <p className={s.state}>
                <Icon name={ICONS[persona.state]} size={18} />
                <span className="dotted">
                  <span>{w.states[persona.state]}</span>
                  <span>{w.posts(persona.answered, persona.posts)}</span>
                </span>
              </p>
            </div>
            <Action persona={persona} position={position} first={persona === first} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type ActionProps = { persona: PersonaCard; position: Position; first: boolean };

function Action({ persona, position, first }: ActionProps) {
  const w = useStudyMessages();
  const { busy, move } = useMove();
  const name = <span className="vh"> {persona.name}</span>;
  if (persona.state === 'under_way') {
    return (
      <ButtonLink to={position.currentState} variant="secondary" small>
        {w.continue}
        {name}
      </ButtonLink>
    );
  }
  if (persona.state === 'done') {
    return (
      <span className={s.tick}>
        <Icon name="check" size={28} />
      </span>
    );
  }
  if (position.currentState !== '/dashboard') return null;
  return (
    <Button
      variant={first ? 'primary' : 'secondary'}
      small
      aria-disabled={busy}
      onClick={() => {
        trackFlow('personaSelected', persona);
        void move(`/flow-b/start/${persona.id}`);
      }}
    >
      {w.start}
      {name}
    </Button>
  );
}
