import type { User } from '@/api/schema';
import { formatDateTime } from '@/lib/format';
import { usePublicMessages } from '@/locales/public';
import { ButtonLink } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Dock } from '@/ui/dock';

/** For a participant who reads the text again. */
export function ConsentGiven({ user }: { user: User }) {
  const w = usePublicMessages().consent;
  return (
    <>
      <Callout kind="good" title={w.given}>
        <p>{user.consent && formatDateTime(user.consent.at)}</p>
      </Callout>
      <Dock inText>
        <ButtonLink to={user.currentState}>{w.goOn}</ButtonLink>
      </Dock>
    </>
  );
}
