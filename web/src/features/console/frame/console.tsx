import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { useStudy } from '@/features/study/study';
import { useSession } from '@/lib/session';
import { useConsoleMessages } from '@/locales/console';
import { Icon } from '@/ui/icon';
import { setTitle } from '@/ui/title';
import { client } from '../data/query';
import { useMay } from '../data/use-may';
import s from './console.module.css';
import './console-tokens.css';
import { Navigation } from './navigation';
import { PageAt } from './page-at';
import {
  CONSOLE_PAGES,
  type ConsolePage,
  type ConsolePageId,
  pageOf,
  SECTIONS,
  sectionOf,
} from './pages';
import { SimulatedSwitch } from './simulated-switch';

/** Pages that can count simulated participants. */
const COUNTS: ConsolePageId[] = ['overview', 'consort', 'results', 'participants'];

/** Navigation, heading and the page of the address. An unknown address redirects. */
export function Console() {
  const { pathname } = useLocation();
  useDensity();
  const page = pageOf(pathname);
  const w = useConsoleMessages();
  const may = useMay();
  const sections = useSections();
  if (!page) return <Navigate to="/" replace />;
  const [first] = sections;
  if (first && !sections.includes(sectionOf(page.id))) {
    return <Navigate to={CONSOLE_PAGES[first]} replace />;
  }
  if (page.id === 'participant' && !may('GET /api/admin/participants/{code}')) {
    return <Navigate to={CONSOLE_PAGES.participants} replace />;
  }
  return (
    <QueryClientProvider client={client}>
      <div className={s.body}>
        <Navigation
          name={w.name}
          entries={sections.map((id) => ({ to: CONSOLE_PAGES[id], label: w.pages[id] }))}
          current={CONSOLE_PAGES[sectionOf(page.id)]}
        />
        <main className={s.main} id="main">
          <Heading page={page} />
          <PageAt key={`${page.id} ${page.code}`} target={page} />
        </main>
      </div>
    </QueryClientProvider>
  );
}

/** The entries of the navigation that the person's role includes. */
function useSections(): ConsolePageId[] {
  const open: string[] | undefined = useSession().user?.sections;
  return SECTIONS.filter((id) => !open || open.includes(id));
}

/** Sets the compact density, because researchers read many figures on large screens. */
function useDensity(): void {
  useEffect(() => {
    document.documentElement.dataset.density = 'compact';
    return () => {
      delete document.documentElement.dataset.density;
    };
  }, []);
}

/** Rendered before the page's code is loaded, so that it can take the focus immediately. */
function Heading({ page }: { page: ConsolePage }) {
  const w = useConsoleMessages();
  const study = useStudy()?.title ?? 'Unmask';
  const name = w.pages[page.id];
  const title = page.id === 'participant' ? `${name} ${page.code}` : name;
  useEffect(() => setTitle(title, study), [title, study]);
  return (
    <div className={s.head}>
      <h1 tabIndex={-1}>{title}</h1>
      {page.id === 'participant' && (
        <Link to={CONSOLE_PAGES.participants} className={s.up}>
          <Icon name="back" size={18} />
          {w.allParticipants}
        </Link>
      )}
      {/* Each page mounts it again, because only the overview follows the first simulated participants. */}
      {COUNTS.includes(page.id) && <SimulatedSwitch key={page.id} />}
    </div>
  );
}
