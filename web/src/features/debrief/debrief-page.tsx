import { lazy, Suspense, useEffect } from 'react';
import type { Completion, Debrief } from '@/api/schema';
import { useOutbox } from '@/features/outbox/outbox';
import { Loaded } from '@/features/study-page/loaded';
import { PageText } from '@/features/study-page/page-text';
import { useNextPage } from '@/features/study-page/use-next-page';
import { useResource } from '@/features/study-page/use-resource';
import { cx } from '@/lib/cx';
import { forgetPosition } from '@/lib/position';
import { refreshUser } from '@/lib/session';
import { useAccountMessages } from '@/locales/account';
import { Button, ButtonLink } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Main, PageTitle } from '@/ui/page-shell';
import { loadCompletion, loadDebrief } from './api';
import { CompletionCode } from './completion-code';
import s from './debrief.module.css';
import { DebriefList } from './debrief-list';
import { LaterParts } from './later-parts';
import { resultOf } from './result';
import { ResultCard } from './result-card';
import { Training } from './training';

/** Only in a study with later parts. */
const Address = lazy(async () => ({
  default: (await import('./address')).Address,
}));

/** Only for participants with a later part to come. */
const Decline = lazy(async () => ({ default: (await import('./decline')).Decline }));

/** Only for participants whose later part was ended. */
const EndedPart = lazy(async () => ({ default: (await import('./ended-part')).EndedPart }));

/** Only for participants who were turned away. */
const TurnedAway = lazy(async () => ({ default: (await import('./turned-away')).TurnedAway }));

/** The last page, shown only when every answer is stored. */
export function Component() {
  const { waiting } = useOutbox();
  return waiting > 0 ? <StillSaving /> : <Stored />;
}

function StillSaving() {
  const w = useAccountMessages().end;
  return (
    <Main>
      <PageTitle>{w.thanks}</PageTitle>
      <p role="status">{w.waiting}</p>
    </Main>
  );
}

function Stored() {
  const resource = useResource('end', async (signal) => {
    const completion = await loadCompletion(signal);
    const why = completion.turnedAway;
    if (why) return { why, completion };
    const debrief = await loadDebrief(signal);
    // A later part may have opened since the page before: it is where "Begin" leads.
    if (debrief.waves) forgetPosition();
    return { debrief, completion };
  });
  const isTurnedAway = resource.state === 'ready' && resource.data.why !== undefined;
  // The stored user has the arm of the slot that was given back.
  useEffect(() => {
    if (isTurnedAway) refreshUser().catch(() => {});
  }, [isTurnedAway]);
  return (
    <Loaded resource={resource}>
      {({ debrief, completion, why }) =>
        debrief ? (
          <End debrief={debrief} completion={completion} />
        ) : (
          <Suspense>
            <TurnedAway why={why} completion={completion} />
          </Suspense>
        )
      }
    </Loaded>
  );
}

function End({ debrief, completion }: { debrief: Debrief; completion: Completion }) {
  const { end: w, turnedAway: ended } = useAccountMessages();
  const result = resultOf(debrief.items, debrief.estimate);
  const next = useNextPage()?.next ?? null;
  return (
    <Main>
      <div className={s.page}>
        <PageText html={debrief.html} title={w.thanks}>
          {completion.ended && (
            <Suspense>
              <EndedPart ended={completion.ended} />
            </Suspense>
          )}
          <LaterParts parts={debrief.waves} next={next}>
            <Suspense>
              <Decline parts={debrief.waves} />
            </Suspense>
          </LaterParts>
          {debrief.waves && (
            <Suspense>
              <Address />
            </Suspense>
          )}
          {completion.code && (
            <CompletionCode
              code={completion.code}
              returnUrl={completion.returnUrl}
              words={completion.ended ? ended : undefined}
              others={completion.others}
            />
          )}
          {result && <ResultCard result={result} />}
        </PageText>
      </div>
      {debrief.items.length > 0 && (
        <section aria-labelledby="debrief">
          <h2 id="debrief">{w.debrief}</h2>
          <DebriefList items={debrief.items} />
        </section>
      )}
      {debrief.training.length > 0 && <Training items={debrief.training} />}
      <section className={cx(s.rights, 'no-print')}>
        <h2>{w.rights}</h2>
        <p>{w.rightsText}</p>
        <div className={s.actions}>
          <ButtonLink to="/profile" variant="secondary" small>
            <Icon name="user" size={20} />
            {w.toProfile}
          </ButtonLink>
          <Button variant="quiet" small onClick={() => window.print()}>
            <Icon name="print" size={20} />
            {w.print}
          </Button>
        </div>
      </section>
    </Main>
  );
}
