import { lazy } from 'react';
import { type LoaderFunctionArgs, matchPath, redirect, useLoaderData } from 'react-router';
import { loadStudy } from '@/features/study/study';
import { showBrowserLocale } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { loadUser, session } from '@/lib/session';
import { BASE, INSTALLATION, pagePath } from '@/lib/site';
import { personSignIn } from '@/lib/tokens';
import { PATHS } from './paths';

const isOf = (page: string, path: string) => matchPath(`/${page}/*`, path) !== null;

/**
 * Unknown paths redirect to the landing page. Participants' routes do not include the consoles, so that their code
 * contains none of them; they are loaded here, that of a study for those who may use it. A person of the installation
 * who has no role in this study gets a page that explains it.
 */
export async function loader({
  request,
}: LoaderFunctionArgs): Promise<Response | 'no role' | null> {
  const path = pagePath(new URL(request.url).pathname);
  if (isOf('console', path)) {
    // There is one for all studies of the origin.
    if (BASE) window.location.replace('/console');
    await showBrowserLocale();
    return null;
  }
  if (!isOf('admin', path)) return redirect(PATHS.landing);
  // People sign in at another address.
  if (!session().isAuthenticated) return redirect(INSTALLATION ? '/console' : PATHS.landing);
  const signIn = personSignIn() ?? PATHS.auth;
  try {
    const [user] = await Promise.all([loadUser(), loadStudy()]);
    return user.role === 'admin' ? null : redirect(PATHS.landing);
  } catch (error) {
    // The session has ended.
    if (error instanceof ApiProblem && error.status === 401) return redirect(signIn);
    if (error instanceof ApiProblem && error.code === 'role_forbids') {
      await loadStudy();
      return 'no role';
    }
    throw error;
  }
}

const Console = lazy(() => import('./console'));
const NoRole = lazy(() => import('@/features/console/frame/no-role'));
const Installation = lazy(() => import('@/features/console/installation/installation'));

export function Component() {
  const hasNoRole = useLoaderData<typeof loader>() === 'no role';
  if (isOf('console', pagePath())) return <Installation />;
  return hasNoRole ? <NoRole /> : <Console />;
}
