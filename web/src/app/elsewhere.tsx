import { lazy } from 'react';
import { type LoaderFunctionArgs, matchPath, redirect } from 'react-router';
import { loadStudy } from '@/features/study/study';
import { ApiProblem } from '@/lib/problems';
import { loadUser, session } from '@/lib/session';
import { PATHS } from './paths';

/**
 * Addresses that are none of the study's lead to the landing page. One of them is more for one person: the
 * console, for the administrator. It is here, so that participants' code knows nothing of it.
 */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const console = matchPath('/admin/*', new URL(request.url).pathname);
  if (!console || !session().isAuthenticated) return redirect(PATHS.landing);
  try {
    const [user] = await Promise.all([loadUser(), loadStudy()]);
    return user.role === 'admin' ? null : redirect(PATHS.landing);
  } catch (error) {
    // The session turned out to be over.
    if (error instanceof ApiProblem && error.status === 401) return redirect(PATHS.auth);
    throw error;
  }
}

export const Component = lazy(() => import('./console'));
