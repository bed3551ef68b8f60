import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { useStudy } from '@/features/study/study';
import { setTitle } from '@/lib/title';
import { useConsoleMessages } from '@/locales/console';
import { Icon } from '@/ui/icon';
import { client } from '../data/query';
import s from './console.module.css';
import './console-tokens.css';
import { PageAt } from './page-at';
import { PLACES, type Place, type PlaceId, placeOf, SECTIONS, sectionOf } from './places';
import { SimulatedSwitch } from './simulated-switch';

/** Pages whose figures can count simulated participants. */
const COUNTS: PlaceId[] = ['overview', 'consort', 'results', 'participants'];

/** Navigation, heading and the page that the address means. An address that means none is unknown. */
export function Console() {
  const { pathname } = useLocation();
  useDensity();
  const place = placeOf(pathname);
  if (!place) return <Navigate to="/" replace />;
  return (
    <QueryClientProvider client={client}>
      <div className={s.body}>
        <Navigation at={sectionOf(place.id)} />
        <main className={s.main} id="main">
          <Heading place={place} />
          <PageAt key={`${place.id} ${place.code}`} place={place} />
        </main>
      </div>
    </QueryClientProvider>
  );
}

/** Researchers read much at once, on large screens: everything is closer together, and wider. */
function useDensity(): void {
  useEffect(() => {
    document.documentElement.dataset.density = 'compact';
    return () => {
      delete document.documentElement.dataset.density;
    };
  }, []);
}

function Navigation({ at }: { at: PlaceId }) {
  const w = useConsoleMessages();
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the row scrolls to each new entry.
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && entry) list.current.scrollLeft = entry.offsetLeft - 48;
  }, [at]);
  return (
    <nav className={`${s.nav} no-print`} aria-label={w.name}>
      <ul className={s.list} ref={list}>
        {SECTIONS.map((id) => (
          <li key={id}>
            <Link to={PLACES[id]} className={s.link} aria-current={id === at ? 'page' : undefined}>
              {w.places[id]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** There before the page's code is, so that the focus has somewhere to go at once. */
function Heading({ place }: { place: Place }) {
  const w = useConsoleMessages();
  const study = useStudy()?.title ?? 'Unmask';
  const name = w.places[place.id];
  const title = place.id === 'participant' ? `${name} ${place.code}` : name;
  useEffect(() => setTitle(title, study), [title, study]);
  return (
    <div className={s.head}>
      <h1 tabIndex={-1}>{title}</h1>
      {place.id === 'participant' && (
        <Link to={PLACES.participants} className={s.up}>
          <Icon name="back" size={18} />
          {w.allParticipants}
        </Link>
      )}
      {/* Each page reads again: only the overview follows the first simulated participants. */}
      {COUNTS.includes(place.id) && <SimulatedSwitch key={place.id} />}
    </div>
  );
}
