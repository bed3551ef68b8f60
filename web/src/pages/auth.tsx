import { useLayoutEffect, useState } from 'react';
import { RegisterForm } from '@/features/auth/register-form';
import { SignInForm } from '@/features/auth/sign-in-form';
import { keptConsent } from '@/features/consent/kept-consent';
import { loadStudy } from '@/features/study/study';
import { usePublicWords } from '@/locales/public';
import { Callout } from '@/ui/callout';
import { Card } from '@/ui/card';
import { Main, PageTitle } from '@/ui/page-shell';
import { Tabs } from '@/ui/tabs';
import s from './auth.module.css';

export const loader = loadStudy;

type Tab = 'sign-in' | 'register';

/** `/auth`: one card, two tabs, and a note on what is stored. */
export function Component() {
  const w = usePublicWords().auth;
  const [tab, setTab] = useState<Tab>('sign-in');
  // Whoever comes from the consent page wants to register. Not the first state: the server can't know.
  useLayoutEffect(() => {
    if (keptConsent()) setTab('register');
  }, []);
  return (
    <Main narrow>
      <PageTitle>{tab === 'sign-in' ? w.signInTitle : w.registerTitle}</PageTitle>
      <Card className={s.card}>
        <Tabs
          label={w.tabs}
          value={tab}
          onChange={(id) => setTab(id as Tab)}
          tabs={[
            { id: 'sign-in', label: w.signIn, panel: <SignInForm /> },
            { id: 'register', label: w.register, panel: <RegisterForm /> },
          ]}
        />
      </Card>
      <Callout title={w.storedTitle} className={s.note}>
        <p>{w.stored}</p>
      </Callout>
    </Main>
  );
}
