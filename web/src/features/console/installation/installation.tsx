import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Me } from '@/api/schema';
import { SkipLink } from '@/ui/skip-link';
import { Loaded } from '../data/loaded';
import { client, useRead } from '../data/query';
import frame from '../frame/console.module.css';
import { Navigation } from '../frame/navigation';
import { HAND_OVER, INSTALLATION_PAGES } from '../frame/pages';
import { signOutPerson } from '../frame/sign-out-person';
import '../frame/console-tokens.css';
import { LanguageLinks } from '@/features/language/language-links';
import { ThemeSwitch } from '@/features/theme/theme-switch';
import { useSession } from '@/lib/session';
import { INSTALLATION } from '@/lib/site';
import { accessToken } from '@/lib/tokens';
import { useInstallationMessages } from '@/locales/installation';
import { Brand } from '@/ui/brand';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Loading } from '@/ui/loading';
import { Main, Shell } from '@/ui/page-shell';
import { setTitle } from '@/ui/title';
import { Entry, type EntryPage } from './entry';
import s from './installation.module.css';

/** The languages of the interface. */
const LANGUAGES = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
];

/** Pages that sign a person in, whoever is signed in. */
const ENTRIES: Partial<Record<string, EntryPage>> = {
  '/console/invitation': 'invitation',
  '/console/sso': 'sso',
  [HAND_OVER]: 'handOver',
};

type PageId = keyof typeof INSTALLATION_PAGES;
const PAGE_IDS = Object.keys(INSTALLATION_PAGES) as PageId[];

const SHOWN: Record<PageId, ComponentType<{ me: Me }>> = {
  studies: lazy(() => import('./studies').then(({ Studies }) => ({ default: Studies }))),
  people: lazy(() => import('./people').then(({ People }) => ({ default: People }))),
  account: lazy(() => import('./account').then(({ Account }) => ({ default: Account }))),
  log: lazy(() => import('./log').then(({ Log }) => ({ default: Log }))),
};

/** Who may open a page. */
const OPEN: Record<PageId, (me: Me) => boolean> = {
  studies: () => true,
  people: (me) => me.invites,
  account: () => true,
  log: (me) => me.readsLog !== 'none',
};

/** `/console`: studies, people and roles. Without a session, the forms for signing in. */
export default function Installation() {
  const { pathname } = useLocation();
  // Follows the end of the session, also in another tab.
  useSession();
  useEffect(() => {
    document.documentElement.dataset.density = 'compact';
    return () => {
      delete document.documentElement.dataset.density;
    };
  }, []);
  const entry = ENTRIES[pathname];
  // At the host name of a study, there are only the ways to the installation's address.
  if (entry || INSTALLATION || accessToken() === null) {
    return (
      <Shell>
        <SkipLink />
        <header className={s.bar}>
          <Brand to={INSTALLATION_PAGES.studies} name="Unmask" />
          <div className={s.who}>
            <LanguageLinks locales={LANGUAGES} />
            <ThemeSwitch />
          </div>
        </header>
        <Main narrow>
          <Entry page={entry} />
        </Main>
      </Shell>
    );
  }
  return (
    <QueryClientProvider client={client}>
      <SignedIn pathname={pathname} />
    </QueryClientProvider>
  );
}

function SignedIn({ pathname }: { pathname: string }) {
  const w = useInstallationMessages();
  const query = useRead('/api/installation/me');
  const id = PAGE_IDS.find((page) => INSTALLATION_PAGES[page] === pathname);
  const title = w.pages[id ?? 'studies'];
  useEffect(() => setTitle(title, w.product), [title, w.product]);
  if (!id) return <Navigate to={INSTALLATION_PAGES.studies} replace />;
  const Page = SHOWN[id];
  const { data } = query;
  const pages = PAGE_IDS.filter((page) => !data || OPEN[page](data));
  return (
    <Shell>
      <SkipLink />
      <header className={s.bar}>
        <Brand to={INSTALLATION_PAGES.studies} name="Unmask" compact />
        <div className={s.who}>
          <LanguageLinks locales={LANGUAGES} />
          <ThemeSwitch />
          <span className={s.name}>{data?.username}</span>
          <Button variant="quiet" small aria-label={w.signOut} onClick={() => void signOutPerson()}>
            <Icon name="out" size={20} />
            <span className={s.word}>{w.signOut}</span>
          </Button>
        </div>
      </header>
      <div className={frame.body}>
        <Navigation
          name={w.name}
          entries={pages.map((page) => ({ to: INSTALLATION_PAGES[page], label: w.pages[page] }))}
          current={INSTALLATION_PAGES[id]}
        />
        <main className={frame.main} id="main">
          <h1 tabIndex={-1}>{title}</h1>
          <Loaded query={query}>
            {(me) => (
              <Suspense fallback={<Loading />}>
                <Page me={me} />
              </Suspense>
            )}
          </Loaded>
        </main>
      </div>
    </Shell>
  );
}
