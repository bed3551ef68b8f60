import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import type { Me } from '@/api/schema';
import { SkipLink } from '@/ui/skip-link';
import { Loaded } from '../data/loaded';
import { client, useRead } from '../data/query';
import frame from '../frame/console.module.css';
import '../frame/console-tokens.css';
import { LanguageLinks } from '@/features/language/language-links';
import { api } from '@/lib/api-client';
import { useSession } from '@/lib/session';
import { accessToken, clearTokens } from '@/lib/tokens';
import { useInstallationMessages } from '@/locales/installation';
import { Brand } from '@/ui/brand';
import { Button } from '@/ui/button';
import { Loading } from '@/ui/loading';
import { Main, Shell } from '@/ui/page-shell';
import { setTitle } from '@/ui/title';
import { Entry } from './entry';
import s from './installation.module.css';

/** The languages of the interface. */
const LANGUAGES = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
];

/** The pages about the installation, in the order of their navigation. */
const PAGES = {
  studies: '/console',
  people: '/console/people',
  account: '/console/account',
  log: '/console/log',
} as const;

/** Pages that sign a person in, whoever is signed in. */
const ENTRIES: Partial<Record<string, 'invitation' | 'sso'>> = {
  '/console/invitation': 'invitation',
  '/console/sso': 'sso',
};

type PageId = keyof typeof PAGES;

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
  log: (me) => me.owner,
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
  if (entry || accessToken() === null) {
    return (
      <Shell>
        <SkipLink />
        <header className={s.bar}>
          <Brand to={PAGES.studies} name="Unmask" />
          <LanguageLinks locales={LANGUAGES} />
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
  const id = (Object.keys(PAGES) as PageId[]).find((page) => PAGES[page] === pathname);
  const title = w.pages[id ?? 'studies'];
  useEffect(() => setTitle(title, w.product), [title, w.product]);
  if (!id) return <Navigate to={PAGES.studies} replace />;
  const Page = SHOWN[id];
  return (
    <Shell>
      <SkipLink />
      <header className={s.bar}>
        <Brand to={PAGES.studies} name="Unmask" />
        <div className={s.who}>
          <LanguageLinks locales={LANGUAGES} />
          <span className={s.name}>{query.data?.username}</span>
          <Button variant="quiet" small onClick={() => void signOut()}>
            {w.signOut}
          </Button>
        </div>
      </header>
      <div className={frame.body}>
        <nav className={frame.nav} aria-label={w.name}>
          <ul className={frame.list}>
            {(Object.keys(PAGES) as PageId[])
              .filter((page) => !query.data || OPEN[page](query.data))
              .map((page) => (
                <li key={page}>
                  <Link
                    to={PAGES[page]}
                    className={frame.link}
                    aria-current={page === id ? 'page' : undefined}
                  >
                    {w.pages[page]}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
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

/** Signing out also works without a connection; the session on the server then expires. */
async function signOut(): Promise<void> {
  await api.post('/api/installation/logout', { keepalive: true }).catch(() => {});
  clearTokens();
  window.location.assign(PAGES.studies);
}
