import { useEffect } from 'react';
import { type LoaderFunctionArgs, Outlet, redirect } from 'react-router';
import { notify } from '@/features/notifications/store';
import { resumeOutbox } from '@/features/outbox/outbox';
import { whenRejected } from '@/features/outbox/queue';
import { loadStudy } from '@/features/study/study';
import { errorMessage } from '@/lib/error-message';
import { ApiProblem } from '@/lib/problems';
import { loadUser, session } from '@/lib/session';
import { Shell } from '@/ui/page-shell';
import { BarLayout } from './bar-layout';
import { useFlowGuard } from './flow-guard';
import { OfflineBanner } from './offline-banner';
import { PATHS } from './paths';

/** All routes accept slashes at the end; pages compare their address with the server's, which has none. */
function canonical(url: string): string {
  return url.replace(/^([^?]*?)\/+(?=$|\?)/, '$1');
}

/** Anonymous visitors of a protected page go to `/`; for the others the user is loaded once. */
export async function loader({
  request,
}: Pick<LoaderFunctionArgs, 'request'>): Promise<Response | null> {
  const address = canonical(request.url);
  if (address !== request.url) return redirect(address);
  if (!session().isAuthenticated) return redirect(PATHS.landing);
  try {
    await Promise.all([loadUser(), loadStudy()]);
  } catch (error) {
    // The session turned out to be over.
    if (error instanceof ApiProblem && error.status === 401) return redirect(PATHS.auth);
    throw error;
  }
  // Not awaited: a page must not wait for what an earlier visit left.
  void resumeOutbox();
  return null;
}

/** Around all pages that need a sign-in. Errors of rejected answers that no page waits for are shown. */
export function Component() {
  useFlowGuard();
  useEffect(() => whenRejected((problem) => notify('bad', errorMessage(problem), 0)), []);
  return <Outlet />;
}

/** Pages without a bar: practice and Flow A. */
function BareLayout() {
  return (
    <Shell>
      <OfflineBanner />
      <Outlet />
    </Shell>
  );
}

/** What else is around a page, by the name in `layoutOf`. Here, so that all of it is one thing to fetch. */
export const layouts = { bar: BarLayout, bare: BareLayout };
