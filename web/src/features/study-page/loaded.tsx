import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ApiProblem } from '@/lib/problems';
import { errorMessage } from '@/locales/error-message';
import { useStudyMessages } from '@/locales/study';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Loading } from '@/ui/loading';
import { Main, PageTitle } from '@/ui/page-shell';
import { RefreshMedia } from './refresh-media';
import { useArrivalFocus } from './use-new-step';
import type { Resource } from './use-resource';
import { useUnsent } from './use-unsent';

/** The page to which an error of the server redirects, if any. */
export function redirectOf(error: unknown): string | null | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  if (error.code === 'consent_required') return '/consent';
  // The slot was released: the profile explains why, and what the participant can do.
  if (error.code === 'study_closed' || error.code === 'withdrawn') return '/profile';
  return error.currentState;
}

type Props<T> = { resource: Resource<T>; children: (data: T) => ReactNode };

/** A page that loads its data: shows an error if they can't be loaded, and follows redirects. */
export function Loaded<T>({ resource, children }: Props<T>) {
  useArrivalFocus(resource.state !== 'loading');
  const unsent = useUnsent(resource.reload);
  if (unsent) return <Unsent />;
  if (resource.state === 'ready') {
    return <RefreshMedia value={resource.refresh}>{children(resource.data)}</RefreshMedia>;
  }
  if (resource.state === 'loading') return <Loading />;
  return <Failed error={resource.error} retry={resource.reload} />;
}

function Unsent() {
  const w = useStudyMessages();
  return (
    <Main>
      <PageTitle>{w.unsent}</PageTitle>
      <p role="status">{w.unsentText}</p>
    </Main>
  );
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const w = useStudyMessages().failed;
  const navigate = useNavigate();
  const to = redirectOf(error);
  useEffect(() => {
    if (to) void navigate(to, { replace: true });
  }, [to, navigate]);
  if (to) return <Loading />;
  return (
    <Main>
      <PageTitle>{w.title}</PageTitle>
      <Callout kind="warn">
        <p>{errorMessage(error)}</p>
        <p>{w.text}</p>
      </Callout>
      <div>
        <Button onClick={retry}>{w.again}</Button>
      </div>
    </Main>
  );
}
