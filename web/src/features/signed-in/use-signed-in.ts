import { useEffect, useState } from 'react';
import { loadUser, session, useSession } from '@/lib/session';

type Parts = typeof import('./signed-in-as');
type SignedInParts = Awaited<ReturnType<Parts['show']>>;

/**
 * What a public page shows in place of its parts for visitors if a user is still signed in. That is rare, so
 * its code is fetched only then. Until it is settled, `.stranger` parts are hidden (public.css), so that nothing
 * is offered for a moment only. With `follow` also if a user signs in while the page is in use.
 */
export function useSignedIn(follow: boolean): SignedInParts | null | undefined {
  const { user } = useSession();
  const [parts, setParts] = useState<SignedInParts>();
  const followed = follow && user;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a person who signs in is a reason to load again
  useEffect(() => {
    const found = session().isAuthenticated
      ? Promise.all([import('./signed-in-as'), loadUser()]).then(([module]) => module.show())
      : // Signed out since the app was opened, perhaps on another page.
        Promise.reject();
    // Offline, or the session is over: the page is as for a visitor.
    found.then(setParts, () => delete document.documentElement.dataset.known);
  }, [followed]);
  return user && parts;
}
