import { useEffect, useState } from 'react';
import { loadUser, session, useSession } from '@/lib/session';

type Parts = typeof import('./signed-in-as');
type SignedInParts = Awaited<ReturnType<Parts['show']>>;

/**
 * The parts of a public page for a user who is still signed in. They are rare, so their code is loaded only then. Until
 * this is settled, `.stranger` parts are hidden (public.css), so that nothing appears only briefly. With `follow`, also
 * if a user signs in while the page is in use.
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
    // Offline, or the session has ended: the page is shown as for a visitor.
    found.then(setParts, () => delete document.documentElement.dataset.known);
  }, [followed]);
  return user && parts;
}
