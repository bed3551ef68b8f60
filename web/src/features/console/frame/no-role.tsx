import { useEffect } from 'react';
import { useStudy } from '@/features/study/study';
import { useInstallationMessages } from '@/locales/installation';
import { Button, buttonClass } from '@/ui/button';
import { Main, PageTitle, Shell } from '@/ui/page-shell';
import { setTitle } from '@/ui/title';
import { INSTALLATION_PAGES } from './pages';
import { signOutPerson } from './sign-out-person';

/** The console of a study for a person of the installation who has no role in it, or none any more. */
export default function NoRole() {
  const { noRole: w } = useInstallationMessages();
  const study = useStudy()?.title ?? 'Unmask';
  const title = w.title(study);
  useEffect(() => setTitle(title, study), [title, study]);
  return (
    <Shell>
      <Main narrow>
        <PageTitle>{title}</PageTitle>
        <p>{w.text}</p>
        <div className="cluster">
          <a className={buttonClass()} href={INSTALLATION_PAGES.studies}>
            {w.studies}
          </a>
          <Button variant="secondary" onClick={() => void signOutPerson()}>
            {w.signOut}
          </Button>
        </div>
      </Main>
    </Shell>
  );
}
