import { lazy, Suspense, useEffect, useState } from 'react';
import type { User } from '@/api/schema';
import { notify } from '@/features/notifications/store';
import { StudyProgress } from '@/features/study-page/study-main';
import { errorMessage } from '@/lib/error-message';
import { refreshUser, useSession } from '@/lib/session';
import { useAccountMessages } from '@/locales/account';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Loading } from '@/ui/loading';
import { Main, PageTitle } from '@/ui/page-shell';
import { downloadData, type Left } from './api';
import { ConsentRecord } from './consent-record';
import { NamesForm } from './names-form';
import s from './profile.module.css';
import { Section } from './section';
import { Settings } from './settings';
import { StudyFull } from './study-full';
import { Withdraw } from './withdraw';
import { Withdrawn } from './withdrawn';

/** With the list of what was shown, so only for who has left. */
const HasLeft = lazy(async () => ({ default: (await import('./has-left')).HasLeft }));

/** The participant's own page: who they are here, what they agreed to, what they may do with their data. */
export function Component() {
  const w = useAccountMessages().profile;
  const { user } = useSession();
  const [left, setLeft] = useState<Left | null>(null);
  // The user may be from before the slot was lost. Without a reply, they stay as they are.
  useEffect(() => void refreshUser().catch(() => {}), []);
  // The session has ended with the withdrawal; the receipt stays until the person leaves.
  if (left) return <Withdrawn left={left} />;
  if (!user) return <Loading />;
  const participant = user.role === 'participant';
  const noSlot = participant && !user.withdrawn && !user.groupType;
  return (
    <Main>
      <PageTitle>{w.title}</PageTitle>
      {noSlot && <StudyFull />}
      {user.withdrawn && (
        <Suspense fallback={<Loading />}>
          <HasLeft />
        </Suspense>
      )}
      {participant && !noSlot && !user.withdrawn && <StudyProgress />}
      <AccountFacts user={user} />
      <NamesForm names={user.profile} />
      <Settings />
      {participant && <ConsentRecord consent={user.consent} />}
      {participant && <OwnData code={user.code ?? user.username} />}
      {participant && !user.withdrawn && <Withdraw onDone={setLeft} />}
    </Main>
  );
}

/** Username and code: what to give when writing to the researchers. */
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

/** Everything that is stored about the participant, to keep. */
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
