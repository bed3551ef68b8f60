import { useEffect } from 'react';
import { useParams } from 'react-router';
import { trackFlow } from '@/features/analytics/track';
import { usePrefetch } from '@/features/media/prefetch';
import { Portrait } from '@/features/personas/portrait';
import { ContinueButton, useMove } from '@/features/study-page/continue-button';
import { Loaded } from '@/features/study-page/loaded';
import { LookBack } from '@/features/study-page/look-back';
import { NotFound } from '@/features/study-page/not-found';
import { StudyHtml } from '@/features/study-page/study-html';
import { StudyMain } from '@/features/study-page/study-main';
import { useNextPage } from '@/features/study-page/use-next-page';
import { useResource } from '@/features/study-page/use-resource';
import { useStudyMessages } from '@/locales/study';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import { Dock } from '@/ui/dock';
import { PageTitle } from '@/ui/page-shell';
import { loadOfPersona, type PersonaWithPosts } from './data';
import s from './start-page.module.css';

/** Introduces the persona and what to look for. */
export function Component() {
  const { personaId = '' } = useParams();
  const resource = useResource(`flow-b start ${personaId}`, () => loadOfPersona(personaId));
  return <Loaded resource={resource}>{(of) => (of ? <Start of={of} /> : <NotFound />)}</Loaded>;
}

function Start({ of }: { of: PersonaWithPosts }) {
  const w = useStudyMessages();
  const task = useTaskMessages();
  const { busy, move } = useMove();
  const { persona, posts, intro } = of;
  const destination = useNextPage(posts[0] ? `/flow-b/question/${posts[0].id}` : null);
  usePrefetch(posts[0]?.media);
  useEffect(() => trackFlow('personaViewed', persona), [persona]);
  return (
    <StudyMain>
      <div className={s.person}>
        <Portrait persona={persona.id} large />
        <div>
          <PageTitle>{persona.name}</PageTitle>
          <p className="help">{persona.role}</p>
        </div>
      </div>
      <p>{persona.bio}</p>
      <StudyHtml html={intro} below />
      <p className="help">{task.flowB.posts(posts.length)}</p>
      {destination?.present && <LookBack present={destination.present} />}
      {destination && !destination.present && (
        <Dock>
          <ContinueButton to={destination.next}>{w.start}</ContinueButton>
          <Button variant="quiet" aria-disabled={busy} onClick={() => void move('/dashboard')}>
            {w.back}
          </Button>
        </Dock>
      )}
    </StudyMain>
  );
}
