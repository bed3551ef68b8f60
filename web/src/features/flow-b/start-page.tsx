import { useEffect } from 'react';
import { useParams } from 'react-router';
import { tell } from '@/features/analytics/track';
import { usePrefetch } from '@/features/media/prefetch';
import { Portrait } from '@/features/personas/portrait';
import { ContinueButton, useMove } from '@/features/study-page/continue-button';
import { Loaded } from '@/features/study-page/loaded';
import { LookBack } from '@/features/study-page/look-back';
import { NothingHere } from '@/features/study-page/nothing-here';
import { StudyHtml } from '@/features/study-page/study-html';
import { StudyMain } from '@/features/study-page/study-main';
import { useResource } from '@/features/study-page/use-resource';
import { useWayOn } from '@/features/study-page/use-way-on';
import { useStudyWords } from '@/locales/study';
import { useTaskWords } from '@/locales/task';
import { Button } from '@/ui/button';
import { Dock } from '@/ui/dock';
import { PageTitle } from '@/ui/page-shell';
import { loadOfPersona, type PersonaPosts } from './data';
import s from './start-page.module.css';

/** Who posts, and what to look for. */
export function Component() {
  const { personaId = '' } = useParams();
  const resource = useResource(`flow-b start ${personaId}`, () => loadOfPersona(personaId));
  return <Loaded resource={resource}>{(of) => (of ? <Start of={of} /> : <NothingHere />)}</Loaded>;
}

function Start({ of }: { of: PersonaPosts }) {
  const w = useStudyWords();
  const task = useTaskWords();
  const { busy, move } = useMove();
  const { persona, posts, intro } = of;
  const on = useWayOn(posts[0] ? `/flow-b/question/${posts[0].id}` : null);
  usePrefetch(posts[0]?.media);
  useEffect(() => tell('personaViewed', persona), [persona]);
  return (
    <StudyMain>
      <div className={s.person}>
        <Portrait persona={persona.id} large />
        <div>
          <PageTitle>{persona.name}</PageTitle>
          <p className={s.role}>{persona.role}</p>
        </div>
      </div>
      <p>{persona.bio}</p>
      <StudyHtml html={intro} below />
      <p className={s.role}>{task.flowB.posts(posts.length)}</p>
      {on?.elsewhere && <LookBack present={on.elsewhere} />}
      {on && !on.elsewhere && (
        <Dock>
          <ContinueButton to={on.next}>{w.start}</ContinueButton>
          <Button variant="quiet" aria-disabled={busy} onClick={() => void move('/dashboard')}>
            {w.back}
          </Button>
        </Dock>
      )}
    </StudyMain>
  );
}
