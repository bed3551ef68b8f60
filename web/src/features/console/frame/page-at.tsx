import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { api } from '@/lib/api-client';
import { NetworkProblem } from '@/lib/problems';
import { useConsoleMessages } from '@/locales/console';
import { Loading } from '@/ui/loading';
import { isAway } from '../data/error-message';
import { BACK } from '../data/query';
import { Trouble } from '../data/trouble';
import type { Place, PlaceId } from './places';

type Page = ComponentType<{ code: string }>;

/** Each page is a separate chunk, so that charts are fetched when one is opened. */
const CODE: Record<PlaceId, () => Promise<{ default: Page }>> = {
  overview: () => import('../overview/overview-page'),
  consort: () => import('../consort/consort-page'),
  results: () => import('../results/results-page'),
  participants: () => import('../participants/participants-page'),
  participant: () => import('../participants/participant-page'),
  study: () => import('../study/study-page'),
  export: () => import('../export/export-page'),
  audit: () => import('../audit/audit-page'),
};

/** The pages gone to so far. */
const pages = new Map<PlaceId, Page>();

function pageOf(id: PlaceId): Page {
  const known = pages.get(id);
  if (known) return known;
  const page = lazy(() =>
    CODE[id]().catch((cause: unknown) => {
      throw new NetworkProblem('call', { cause });
    }),
  );
  pages.set(id, page);
  return page;
}

/** The page of a place. If its code can't be fetched, the rest of the console stays. */
export function PageAt({ place }: { place: Place }) {
  return (
    <Boundary>
      <Suspense fallback={<Loading />}>
        <Fetched place={place} />
      </Suspense>
    </Boundary>
  );
}

function Fetched({ place }: { place: Place }) {
  const Page = pageOf(place.id);
  return <Page code={place.code} />;
}

/** Shows that code could not be fetched; any other error is a fault, and the app's to show. */
class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof NetworkProblem)) throw error;
    return <Missing error={error} />;
  }
}

/** A console as young as this, in ms, was reloaded just now, perhaps for this very page. */
const YOUNG = 10_000;

/**
 * Shows that a page's code is missing. When the server is back, the console is reloaded: some browsers never fetch a file
 * again that failed once, and style sheets are not requested twice either. Nothing is lost, as all is in the address.
 */
function Missing({ error }: { error: unknown }) {
  const w = useConsoleMessages().loading;
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Not where it answers, and has no such file: that would go round for ever.
    let away = performance.now() > YOUNG;
    const timer = setInterval(async () => {
      if (!(await answers())) away = true;
      else if (away) location.reload();
    }, BACK);
    return () => clearInterval(timer);
  }, []);
  const again = async () => {
    setBusy(true);
    if (await answers()) location.reload();
    else setBusy(false);
  };
  return <Trouble error={error} title={w.failed} busy={busy} again={() => void again()} />;
}

/** Whether the server replies, with an error or without. */
function answers(): Promise<boolean> {
  return api.get('/api/users/profile').then(
    () => true,
    (error: unknown) => !isAway(error),
  );
}
