import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { PersonaCard, User } from '@/api/schema';
import { trackFlow } from '@/features/analytics/track';
import { LaterParts } from '@/features/debrief/later-parts';
import { loadPersonas } from '@/features/personas/api';
import { ContinueButton } from '@/features/study-page/continue-button';
import { Loaded } from '@/features/study-page/loaded';
import { loadPageText } from '@/features/study-page/page-text';
import { StudyHtml } from '@/features/study-page/study-html';
import { StudyProgress } from '@/features/study-page/study-main';
import { useResource } from '@/features/study-page/use-resource';
import { currentLocale } from '@/lib/locale';
import { isPartToCome } from '@/lib/part-to-come';
import { loadPosition, type Position } from '@/lib/position';
import { ApiProblem } from '@/lib/problems';
import { loadUser, refreshUser, useSession } from '@/lib/session';
import { useAccountMessages } from '@/locales/account';
import type { Messages } from '@/locales/en';
import { useMessages } from '@/locales/messages';
import { ButtonLink } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Card } from '@/ui/card';
import { Dock } from '@/ui/dock';
import { Icon } from '@/ui/icon';
import { Main, PageTitle } from '@/ui/page-shell';
import s from './dashboard.module.css';
import { hasBegun, nextPersona } from './next-persona';
import { PersonaCards } from './persona-cards';

const HERE = '/dashboard';
const END = '/end';

async function load(signal: AbortSignal) {
  const [user, position] = await Promise.all([loadUser(), loadPosition(HERE, signal)]);
  const { currentState } = position;
  // The stored user may date from before a later part opened. A failure is ignored.
  if (currentState === END) await refreshUser(currentLocale()).catch(() => {});
  const posts = currentState === HERE || currentState.startsWith('/flow-b/');
  const [personas, html] = await Promise.all([
    // Other steps have no personas, and the call would be rejected.
    posts || user.role === 'admin' ? personasOrNone(signal) : [],
    // The text belongs to Flow B. In other steps the dashboard has none.
    currentState === HERE ? loadPageText('flow-b', signal) : '',
  ]);
  return { position, personas, html };
}

/** An arm may have no personas, which is not an error. */
async function personasOrNone(signal: AbortSignal): Promise<PersonaCard[]> {
  try {
    return await loadPersonas(signal);
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return [];
    throw error;
  }
}

/** The participant's position in the study, and the button to continue. */
export function Component() {
  const { key, hash } = useLocation();
  const [visit, setVisit] = useState(key);
  // "Continue" may lead here again: to another block of Flow B. A link within the page does not.
  if (visit !== key && !hash) setVisit(key);
  const resource = useResource(visit, load);
  return (
    <Loaded resource={resource}>
      {({ position, personas, html }) => (
        <Dashboard position={position} personas={personas} html={html} />
      )}
    </Loaded>
  );
}

type Props = { position: Position; personas: PersonaCard[]; html: string };

function Dashboard({ position, personas, html }: Props) {
  const w = useAccountMessages().dashboard;
  const { user } = useSession();
  useEffect(() => trackFlow('personasSeen', personas), [personas]);
  const isAtEnd = position.currentState === END;
  const isComplete = isAtEnd && (user?.waves ?? []).every((part) => part.state === 'completed');
  return (
    <Main>
      <header className={s.head}>
        <PageTitle>{w.hello(user?.profile.firstName ?? '')}</PageTitle>
        <p>{isComplete ? w.complete : w.lead}</p>
      </header>
      <StudyProgress />
      {user?.role === 'admin' && (
        <Callout>
          <p>{w.admin}</p>
          <p>
            <Link to="/admin">{w.console}</Link>
          </p>
        </Callout>
      )}
      {user && personas.length > 0 && (
        <PersonaCards personas={personas} position={position} instructions={html !== ''} />
      )}
      {html && <Instructions html={html} begun={personas.some(hasBegun)} />}
      {user?.role === 'participant' && personas.length === 0 && (
        <Next page={position.currentState} />
      )}
      {user && isAtEnd && <LaterParts parts={user.waves} next={position.nextState} />}
      {user && <WayOn user={user} position={position} personas={personas} />}
    </Main>
  );
}

/** What Flow B asks for: open until somebody has been started, then folded. */
function Instructions({ html, begun }: { html: string; begun: boolean }) {
  const w = useAccountMessages().dashboard;
  if (!begun) {
    return (
      <section id="instructions" aria-label={w.instructions} tabIndex={-1}>
        <StudyHtml html={html} below />
      </section>
    );
  }
  return (
    <details className={s.instructions}>
      <summary>{w.instructions}</summary>
      <StudyHtml html={html} below />
    </details>
  );
}

/** The name of a step, by the beginning of its pages' addresses; posts are shown as cards instead. */
const STEPS: Readonly<Record<string, keyof Messages['pages']>> = {
  'pre-questionnaire': 'preQuestionnaire',
  home: 'home',
  'home-right': 'home',
  'home-wrong': 'home',
  'treatment-questionnaire': 'treatmentQuestionnaire',
  'control-flow': 'controlFlow',
  'flow-a': 'flowAStart',
  'post-questionnaire': 'postQuestionnaire',
};

/** The next step, unless a persona's card shows it. */
function Next({ page }: { page: string }) {
  const w = useAccountMessages().dashboard;
  const names = useMessages().pages;
  const next = STEPS[page.split('/')[1] ?? ''];
  if (!next) return null;
  return (
    <Card className={s.next}>
      <p className="help">{w.next}</p>
      <h2 className={s.name}>{names[next]}</h2>
      <p className="help">{w.pause}</p>
    </Card>
  );
}

type WayProps = { user: User; position: Position; personas: readonly PersonaCard[] };

/** The one way on; while there is a next persona, its card has it. */
function WayOn({ user, position, personas }: WayProps) {
  const w = useAccountMessages().dashboard;
  const { currentState, nextState } = position;
  if (user.role === 'admin' || nextPersona(personas, position)) return null;
  if (currentState === HERE) {
    return (
      <Dock>
        <ContinueButton to={nextState}>{w.continue}</ContinueButton>
      </Dock>
    );
  }
  // Its button to begin is above.
  const isOpen = currentState === END && user.waves?.some((part) => part.state === 'open');
  return (
    <Dock>
      <ButtonLink to={currentState} variant={isOpen ? 'secondary' : 'primary'}>
        {currentState !== END ? w.continue : isPartToCome(user) ? w.toNextPart : w.toEnd}
        <Icon name="next" size={20} />
      </ButtonLink>
    </Dock>
  );
}
