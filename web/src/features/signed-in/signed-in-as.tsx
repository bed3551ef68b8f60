import { useEffect, useRef } from 'react';
import { loadMessages } from '@/lib/locale';
import { useSession } from '@/lib/session';
import { useAccountMessages } from '@/locales/account';
import { Button, ButtonLink } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Icon } from '@/ui/icon';
import { useSignOut } from './sign-out';
import { startOf } from './start-of';

/** The parts of public pages for a signed-in user, when their messages are loaded. */
export async function show() {
  await loadMessages();
  // The focus leaves a form that is being filled in.
  const late = document.activeElement?.closest('form') != null;
  return { SignedInAs, WayOn, WayBack, late };
}

type Props = {
  /** It turned up while the page was in use, so the reader is led to it. */
  late?: boolean;
};

/** On a shared computer another person may be signed in: shows who, and offers to sign them out. */
function SignedInAs({ late }: Props) {
  const w = useAccountMessages().signedIn;
  const { user } = useSession();
  const { signOut, dialog } = useSignOut(true);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (late) ref.current?.focus();
  }, [late]);
  useEffect(() => {
    delete document.documentElement.dataset.known;
  }, []);
  const agrees = user?.role === 'participant' && !user.consent;
  return (
    <>
      <Callout
        ref={ref}
        tabIndex={-1}
        kind={agrees ? 'warn' : 'info'}
        title={w.title(user?.username ?? '')}
      >
        <p>{agrees ? w.agreeing : w.text}</p>
        <Button variant="secondary" small onClick={signOut}>
          {w.notMe}
        </Button>
      </Callout>
      {dialog}
    </>
  );
}

/** Both of it, in place of a form. */
function WayBack() {
  return (
    <>
      <SignedInAs />
      <WayOn />
    </>
  );
}

/** To where they are in the study. */
function WayOn() {
  const w = useAccountMessages().dashboard;
  const { user } = useSession();
  const to = user ? startOf(user) : '/';
  const others: Record<string, string> = { '/admin': w.console, '/end': w.toEnd };
  return (
    <ButtonLink to={to}>
      <span>{others[to] ?? w.continue}</span>
      <Icon name="next" size={20} />
    </ButtonLink>
  );
}
