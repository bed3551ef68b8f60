import { lazy } from 'react';
import { type LoaderFunctionArgs, matchPath, redirect } from 'react-router';
import { loadStudy } from '@/features/study/study';
import { ApiProblem } from '@/lib/problems';
import { loadUser, session } from '@/lib/session';
import { PATHS } from './paths';

/**
 * Unknown paths redirect to the landing page. Participants' routes do not include the console, so that their code
 * contains none of it; it is loaded here for the administrator.
 */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const console = matchPath('/admin/*', new URL(request.url).pathname);
  if (!console || !session().isAuthenticated) return redirect(PATHS.landing);
  try {
    const [user] = await Promise.all([loadUser(), loadStudy()]);
    return user.role === 'admin' ? null : redirect(PATHS.landing);
  } catch (error) {
    // The session has ended.
    if (error instanceof ApiProblem && error.status === 401) return redirect(PATHS.auth);
    throw error;
  }
}

export const Component = lazy(() => import('./console'));
