import { lazy, Suspense, useEffect, useState } from 'react';
import { StudyProgress } from '@/features/study-page/study-main';
import { refreshUser, useSession } from '@/lib/session';
import { useAccountMessages } from '@/locales/account';
import { Loading } from '@/ui/loading';
import { Main, PageTitle } from '@/ui/page-shell';
import { AccountFacts } from './account-facts';
import type { Left } from './api';
import { ConsentRecord } from './consent-record';
import { NamesForm } from './names-form';
import { OwnData } from './own-data';
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
  // What is known may be from before the place was lost. Without the server, it stands.
  useEffect(() => void refreshUser().catch(() => {}), []);
  // The session has ended with the withdrawal; the receipt stays until the person leaves.
  if (left) return <Withdrawn left={left} />;
  if (!user) return <Loading />;
  const participant = user.role === 'participant';
  const noPlace = participant && !user.withdrawn && !user.groupType;
  return (
    <Main>
      <PageTitle>{w.title}</PageTitle>
      {noPlace && <StudyFull />}
      {user.withdrawn && (
        <Suspense fallback={<Loading />}>
          <HasLeft />
        </Suspense>
      )}
      {participant && !noPlace && !user.withdrawn && <StudyProgress />}
      <AccountFacts user={user} />
      <NamesForm names={user.profile} />
      <Settings />
      {participant && <ConsentRecord consent={user.consent} />}
      {participant && <OwnData code={user.code ?? user.username} />}
      {participant && !user.withdrawn && <Withdraw onDone={setLeft} />}
    </Main>
  );
}
