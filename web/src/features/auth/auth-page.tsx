import { useLayoutEffect, useState } from 'react';
import { useSignedIn } from '@/features/signed-in/use-signed-in';
import { ClosedNotice } from '@/features/study/closed-notice';
import { loadStudy, useStudy } from '@/features/study/study';
import { storedConsent } from '@/features/visit/consent';
import { cx } from '@/lib/cx';
import { When } from '@/lib/template';
import { usePublicMessages } from '@/locales/public';
import { Callout } from '@/ui/callout';
import { Card } from '@/ui/card';
import { Main, PageTitle } from '@/ui/page-shell';
import { Tabs } from '@/ui/tabs';
import s from './auth-page.module.css';
import { RegisterForm } from './register-form';
import { SignInForm } from './sign-in-form';

export const loader = loadStudy;

type Tab = 'sign-in' | 'register';

/** `/auth`: one card, two tabs, and a note on what is stored. Without tabs while the study is closed. */
export function Component() {
  const w = usePublicMessages().auth;
  const study = useStudy();
  const open = study?.open !== false;
  /** The recruitment link is the account: nobody registers. */
  const link = study?.linkAccount;
  // Not for a user who signs in here, because they are being redirected.
  const signedIn = useSignedIn(false);
  const [tab, setTab] = useState<Tab>('sign-in');
  // Only in a study whose links are the accounts.
  const [LinkReturn, setLinkReturn] = useState<typeof import('./link-return')['LinkReturn']>();
  // After the consent page, registration is selected. Not as initial state, because the server does not know it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useLayoutEffect(() => {
    const token = new URLSearchParams(location.search).get('invitation');
    if (link) void import('./link-return').then((module) => setLinkReturn(() => module.LinkReturn));
    else if (token)
      void import('./invited').then(({ fillUsername }) => fillUsername(token)).catch(() => {});
    else if (storedConsent()) setTab('register');
  }, []);
  return (
    <Main narrow>
      <PageTitle step={`${open}`}>
        <When is={open && !link} test="open and not linkAccount">
          {tab === 'sign-in' ? w.signInTitle : w.registerTitle}
        </When>
        <When is={!open || !!link} test="not open or linkAccount">
          {w.signIn}
        </When>
      </PageTitle>
      <ClosedNotice />
      {LinkReturn && link && !signedIn && <LinkReturn linkAccount={link} />}
      {signedIn ? (
        <signedIn.WayBack />
      ) : (
        <Card className={cx(s.card, 'stranger')}>
          <When is={open && !link} test="open and not linkAccount">
            <Tabs
              label={w.tabs}
              value={tab}
              onChange={(id) => setTab(id as Tab)}
              tabs={[
                { id: 'sign-in', label: w.signIn, panel: <SignInForm /> },
                { id: 'register', label: w.register, panel: <RegisterForm /> },
              ]}
            />
          </When>
          <When is={!open || !!link} test="not open or linkAccount">
            <SignInForm />
          </When>
        </Card>
      )}
      <When is={!link} test="not linkAccount">
        <Callout title={w.storedTitle} className={s.note}>
          <p>{w.stored}</p>
        </Callout>
      </When>
    </Main>
  );
}
