import { lazy, Suspense, useEffect, useState } from 'react';
import type { User, WithdrawalReply } from '@/api/schema';
import { LaterParts } from '@/features/debrief/later-parts';
import { notify } from '@/features/notifications/store';
import { StudyProgress } from '@/features/study-page/study-main';
import { useLocale } from '@/lib/locale';
import { refreshUser, useSession } from '@/lib/session';
import { useAccountMessages } from '@/locales/account';
import { errorMessage } from '@/locales/error-message';
import { Button, ButtonLink } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Icon } from '@/ui/icon';
import { Loading } from '@/ui/loading';
import { Main, PageTitle } from '@/ui/page-shell';
import { downloadData } from './api';
import { ConsentRecord } from './consent-record';
import { NamesForm } from './names-form';
import s from './profile.module.css';
import { Section } from './section';
import { Settings } from './settings';
import { StudyFull } from './study-full';
import { Withdraw } from './withdraw';
import { Withdrawn } from './withdrawn';

/** Contains the debrief, so it is loaded only for participants who have withdrawn. */
const HasLeft = lazy(async () => ({ default: (await import('./has-left')).HasLeft }));

/** Only for participants with a later part to come. */
const Decline = lazy(async () => ({
  default: (await import('@/features/debrief/decline')).Decline,
}));

/** Only for participants who are invited to a later part. */
const Address = lazy(async () => ({
  default: (await import('@/features/debrief/address')).Address,
}));

/** Only for participants who came by a link. */
const FirstPassword = lazy(async () => ({
  default: (await import('./first-password')).FirstPassword,
}));

/** The participant's profile: account, consent, data and withdrawal. */
export function Component() {
  const w = useAccountMessages().profile;
  const { user } = useSession();
  const [left, setLeft] = useState<WithdrawalReply | null>(null);
  // The stored user may date from before the slot was released. A failure is ignored.
  const locale = useLocale();
  useEffect(() => void refreshUser(locale).catch(() => {}), [locale]);
  // The withdrawal has ended the session. The receipt stays until the participant leaves the page.
  if (left) return <Withdrawn left={left} />;
  if (!user) return <Loading />;
  const participant = user.role === 'participant';
  const isAway = Boolean(user.turnedAway) && !user.withdrawn;
  // Before allocation there is no group, but progress.
  const noSlot = participant && !user.withdrawn && !isAway && !user.groupType && !user.progress;
  return (
    <Main>
      <PageTitle>{w.title}</PageTitle>
      {noSlot && <StudyFull />}
      {isAway && <CannotTakePart why={user.turnedAway} />}
      {user.withdrawn && (
        <Suspense fallback={<Loading />}>
          <HasLeft />
        </Suspense>
      )}
      {participant && !noSlot && !isAway && !user.withdrawn && <StudyProgress />}
      {participant && !isAway && !user.withdrawn && (
        <LaterParts parts={user.waves}>
          <Suspense>
            <Decline parts={user.waves} />
          </Suspense>
        </LaterParts>
      )}
      {user.invitations && (
        <Suspense>
          <Address />
        </Suspense>
      )}
      <AccountFacts user={user} />
      {user.passwordless && !user.withdrawn && (
        <Suspense>
          <FirstPassword />
        </Suspense>
      )}
      <NamesForm names={user.profile} />
      <Settings />
      {participant && <ConsentRecord consent={user.consent} />}
      {participant && <OwnData code={user.code ?? user.username} />}
      {participant && !user.withdrawn && <Withdraw onDone={setLeft} />}
    </Main>
  );
}

/** For a participant whose participation the study ended: the way to the page with the code. */
function CannotTakePart({ why }: { why: User['turnedAway'] }) {
  const w = useAccountMessages().turnedAway;
  // Those who timed out or failed checks have taken part.
  const hasTakenPart = why === 'timed_out' || why === 'failed';
  return (
    <Callout kind="warn" title={hasTakenPart ? w.profileEnded : w.profile}>
      <ButtonLink to="/end" variant="secondary" small>
        {w.toEnd}
      </ButtonLink>
    </Callout>
  );
}

/** Username and participant code, to quote in messages to the researchers. */
function AccountFacts({ user }: { user: User }) {
  const w = useAccountMessages().profile;
  return (
    <dl className={s.facts}>
      <div>
        <dt>{w.username}</dt>
        <dd>{user.username}</dd>
      </div>
      {user.code && (
        <div>
          <dt>{w.code}</dt>
          <dd>
            <span className={s.code}>{user.code}</span>
            <p className="help">{w.codeHelp}</p>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Downloads all data that are stored about the participant. */
function OwnData({ code }: { code: string }) {
  const w = useAccountMessages().profile;
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await downloadData(code).catch((error: unknown) => notify('bad', errorMessage(error)));
    setBusy(false);
  };
  return (
    <Section title={w.data} help={w.dataHelp}>
      <div>
        <Button variant="secondary" aria-disabled={busy} onClick={() => void download()}>
          <Icon name="download" size={20} />
          {w.download}
        </Button>
      </div>
    </Section>
  );
}
