import { useEffect, useState } from 'react';
import { loadUser, session, useSession } from '@/lib/session';

type Parts = typeof import('./signed-in-as');
type Known = Awaited<ReturnType<Parts['show']>>;

/**
 * For whoever comes back to a public page and is still signed in: what stands there instead of what is for
 * strangers. Few are, so its code is fetched only then. Until that is settled, what is `.stranger` is out of
 * sight (public.css), so that nothing is offered for a moment only. With `follow` also for somebody who
 * turns up while the page is in use.
 */
export function useKnown(follow: boolean): Known | null | undefined {
  const { user } = useSession();
  const [known, setKnown] = useState<Known>();
  const whose = follow && user;
  // biome-ignore lint/correctness/useExhaustiveDependencies: somebody who turns up is a reason to look again
  useEffect(() => {
    const found = session().isAuthenticated
      ? Promise.all([import('./signed-in-as'), loadUser()]).then(([parts]) => parts.show())
      : // Signed out since the app was opened, perhaps on another page.
        Promise.reject();
    // Offline, or the session is over: the strangers' way is the way on.
    found.then(setKnown, () => delete document.documentElement.dataset.known);
  }, [whose]);
  return user && known;
}
