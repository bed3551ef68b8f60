import { useState } from 'react';
import { useLoaderData } from 'react-router';
import type { PublicConsent, StudyInfo, User } from '@/api/schema';
import { useSignedIn } from '@/features/signed-in/use-signed-in';
import { ClosedNotice } from '@/features/study/closed-notice';
import { loadConsent, loadStudy } from '@/features/study/study';
import { formatDateTime } from '@/lib/format';
import { useSession } from '@/lib/session';
import { When } from '@/lib/template';
import { usePublicMessages } from '@/locales/public';
import { ButtonLink } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Dock } from '@/ui/dock';
import { Main, PageTitle } from '@/ui/page-shell';
import { ConsentDetails } from './consent-details';
import { ConsentForm } from './consent-form';
import s from './consent-page.module.css';
import { Declined } from './declined';

type Data = { study: StudyInfo; consent: PublicConsent };

export async function loader(): Promise<Data> {
  const [study, consent] = await Promise.all([loadStudy(), loadConsent()]);
  return { study, consent };
}

export function Component() {
  return <ConsentPage {...useLoaderData<Data>()} />;
}

/** `/consent`: key facts, details to open, the consent statements, and a way to decline. */
export function ConsentPage({ study, consent }: Data) {
  const { consent: w, landing } = usePublicMessages();
  const { user, isAuthenticated } = useSession();
  const signedIn = useSignedIn(true);
  const [declined, setDeclined] = useState(false);
  if (declined) {
    const { declined: html, declinedCode: code } = consent;
    return <Declined html={html} code={code} onBack={() => setDeclined(false)} />;
  }
  return (
    <Main>
      <div className={s.top}>
        <PageTitle>{w.title}</PageTitle>
        <p className={s.lead}>{w.lead}</p>
      </div>
      <ClosedNotice />
      <ConsentDetails study={study} consent={consent} />
      {signedIn && <signedIn.SignedInAs late={signedIn.late} />}
      {/* If the study is open. Also for signed-in users, who can continue and may have to consent again. */}
      <When is={study.open || isAuthenticated} test="open">
        {!signedIn?.other &&
          (user?.consent ? (
            <ConsentGiven user={user} />
          ) : (
            <ConsentForm
              consent={consent}
              linkAccount={study.linkAccount}
              onDecline={() => setDeclined(true)}
            />
          ))}
      </When>
      <When is={!study.open && !isAuthenticated} test="not open">
        <Dock inText>
          <ButtonLink variant="secondary" to="/auth">
            {landing.signIn}
          </ButtonLink>
        </Dock>
      </When>
    </Main>
  );
}

/** Shown to a participant who reads the text again. */
function ConsentGiven({ user }: { user: User }) {
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
