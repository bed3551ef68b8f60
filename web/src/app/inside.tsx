import { useEffect } from 'react';
import { type LoaderFunctionArgs, Outlet, redirect } from 'react-router';
import { notify } from '@/features/notifications/store';
import { resumeOutbox } from '@/features/outbox/outbox';
import { whenRejected } from '@/features/outbox/queue';
import { loadStudy } from '@/features/study/study';
import { ProgressAside } from '@/features/study-page/study-main';
import { ApiProblem, isTooLate } from '@/lib/problems';
import { loadUser, session } from '@/lib/session';
import { errorMessage } from '@/locales/error-message';
import { useStudyMessages } from '@/locales/study';
import { Shell } from '@/ui/page-shell';
import { BarLayout, UserMenu } from './bar-layout';
import { useFlowGuard } from './flow-guard';
import { OfflineBanner } from './offline-banner';
import { PATHS } from './paths';

/** Routes accept trailing slashes. Pages compare their address with the server's, which has none. */
function canonical(url: string): string {
  return url.replace(/^([^?]*?)\/+(?=$|\?)/, '$1');
}

/** Redirects anonymous visitors of a protected page to `/`. Otherwise the user is loaded once. */
export async function loader({
  request,
}: Pick<LoaderFunctionArgs, 'request'>): Promise<Response | null> {
  const address = canonical(request.url);
  if (address !== request.url) return redirect(address);
  if (!session().isAuthenticated) return redirect(PATHS.landing);
  try {
    await Promise.all([loadUser(), loadStudy()]);
  } catch (error) {
    // The session has ended.
    if (error instanceof ApiProblem && error.status === 401) return redirect(PATHS.auth);
    throw error;
  }
  // Not awaited, so that the page does not wait for submissions of an earlier visit.
  void resumeOutbox();
  return null;
}

/** The frame of all pages that need a sign-in. It shows errors of rejected answers that no page waits for. */
export function Component() {
  useFlowGuard();
  const { tooLate } = useStudyMessages();
  useEffect(
    () =>
      whenRejected((problem) =>
        notify('bad', isTooLate(problem) ? tooLate : errorMessage(problem), 0),
      ),
    [tooLate],
  );
  return <Outlet />;
}

const menu = <UserMenu toDashboard />;

/** Pages without a bar, practice and Flow A: the user menu shares the line of the progress. */
function BareLayout() {
  return (
    <Shell>
      <OfflineBanner />
      <ProgressAside value={menu}>
        <Outlet />
      </ProgressAside>
    </Shell>
  );
}

/** The layouts of pages, by the name in `layoutOf`. They are in this module, so that one file is fetched for all. */
export const layouts = { bar: BarLayout, bare: BareLayout };
