import { useEffect, useRef } from 'react';
import { knownStudy } from '@/features/study/study';
import { isOtherLink } from '@/features/visit/other-link';
import { loadMessages, useTexts } from '@/lib/locale';
import { isPartToCome } from '@/lib/part-to-come';
import { useSession } from '@/lib/session';
import { useAccountMessages } from '@/locales/account';
import { Button, ButtonLink } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Icon } from '@/ui/icon';
import { useSignOut } from './sign-out';
import { startOf } from './start-of';

/** The parts of public pages for a signed-in user, once their messages are loaded. */
export async function show() {
  await loadMessages();
  // The focus leaves a form that the visitor is filling in.
  const late = document.activeElement?.closest('form') != null;
  return { SignedInAs, WayOn, WayBack, late, other: isOther() };
}

const TEXTS = {
  en: {
    title: 'Another participant is signed in',
    text: 'This browser is signed in with another link than yours. Sign them out first, then you can begin.',
  },
  de: {
    title: 'Hier ist jemand anderes angemeldet',
    text: 'In diesem Browser ist jemand mit einem anderen Link als Ihrem angemeldet. Melden Sie diese Person zuerst ab, dann können Sie beginnen.',
  },
};

/** Whether the visitor came with the link of another person than the one who is signed in. */
const isOther = () => isOtherLink(knownStudy()?.linkAccount);

type Props = {
  /** It appeared while the page was in use, so it takes the focus. */
  late?: boolean;
};

/** Shows who is signed in, and offers to sign them out: on a shared computer it may be another person. */
function SignedInAs({ late }: Props) {
  const w = useAccountMessages().signedIn;
  const o = useTexts(TEXTS);
  const { user } = useSession();
  const { signOut, dialog } = useSignOut(true);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (late) ref.current?.focus();
  }, [late]);
  useEffect(() => {
    delete document.documentElement.dataset.known;
  }, []);
  const other = isOther();
  const agrees = user?.role === 'participant' && !user.consent;
  return (
    <>
      <Callout
        ref={ref}
        tabIndex={-1}
        kind={agrees || other ? 'warn' : 'info'}
        title={other ? o.title : w.title(user?.username ?? '')}
      >
        <p>{other ? o.text : agrees ? w.agreeing : w.text}</p>
        <Button variant="secondary" small onClick={signOut}>
          {w.notMe}
        </Button>
      </Callout>
      {dialog}
    </>
  );
}

/** Both parts, in place of a form. */
function WayBack() {
  return (
    <>
      <SignedInAs />
      <WayOn />
    </>
  );
}

/** The link to the user's current page. */
function WayOn() {
  const w = useAccountMessages().dashboard;
  const { user } = useSession();
  const to = user ? startOf(user) : '/';
  const toEnd = user && isPartToCome(user) ? w.toNextPart : w.toEnd;
  const others: Record<string, string> = { '/admin': w.console, '/end': toEnd };
  if (isOther()) return null;
  return (
    <ButtonLink to={to}>
      <span>{others[to] ?? w.continue}</span>
      <Icon name="next" size={20} />
    </ButtonLink>
  );
}
