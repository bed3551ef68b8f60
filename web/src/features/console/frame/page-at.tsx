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
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Loading } from '@/ui/loading';
import { isAway } from '../data/error-message';
import { BACK } from '../data/query';
import { Trouble } from '../data/trouble';
import type { ConsolePage, ConsolePageId } from './pages';

type Page = ComponentType<{ code: string }>;

/** Each page is a separate chunk, so that charts are fetched when one is opened. */
const CODE: Record<ConsolePageId, () => Promise<{ default: Page }>> = {
  overview: () => import('../overview/overview-page'),
  consort: () => import('../consort/consort-page'),
  results: () => import('../results/results-page'),
  participants: () => import('../participants/participants-page'),
  participant: () => import('../participants/participant-page'),
  recruiter: () => import('../recruiter/recruiter-page'),
  study: () => import('../study/study-page'),
  export: () => import('../export/export-page'),
  webhooks: () => import('../webhooks/webhooks-page'),
  audit: () => import('../audit/audit-page'),
};

/** The pages opened so far. */
const pages = new Map<ConsolePageId, Page>();

function lazyPage(id: ConsolePageId): Page {
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

/** Renders a page of the console. If its code can't be fetched, the rest of the console stays. */
export function PageAt({ target }: { target: ConsolePage }) {
  return (
    <Boundary>
      <Suspense fallback={<Loading />}>
        <Fetched target={target} />
      </Suspense>
    </Boundary>
  );
}

function Fetched({ target }: { target: ConsolePage }) {
  const Page = lazyPage(target.id);
  return <Page code={target.code} />;
}

/** Shows that code could not be fetched. Other errors go to the app's error boundary. */
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

/**
 * Within this time after a load, in ms, the console does not reload, because it may just have reloaded for this page.
 */
const YOUNG = 10_000;

/**
 * Shows that a page's code is missing. The console reloads when the server can be reached again, because some browsers
 * never retry a failed file or style sheet. Nothing is lost, because the address contains the whole state.
 */
function Missing({ error }: { error: unknown }) {
  const w = useConsoleMessages().loading;
  const [busy, setBusy] = useState(false);
  const [updated, setUpdated] = useState(false);
  useEffect(() => void answers().then(setUpdated), []);
  useEffect(() => {
    // Does not reload if the server responds but has no such file, which would repeat forever.
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
  if (updated) return <Updated busy={busy} onReload={() => void again()} />;
  return <Trouble error={error} title={w.failed} busy={busy} again={() => void again()} />;
}

/** Shows that the server responds, so that it has other files since this page was loaded. */
function Updated({ busy, onReload }: { busy: boolean; onReload: () => void }) {
  const w = useConsoleMessages().loading;
  return (
    <Callout kind="info" title={w.updated} role="alert">
      <p>{w.updatedText}</p>
      <p>
        <Button small aria-disabled={busy} onClick={onReload}>
          {w.reload}
        </Button>
      </p>
    </Callout>
  );
}

/** Whether the server responds, even with an error. */
function answers(): Promise<boolean> {
  return api.get('/api/users/profile').then(
    () => true,
    (error: unknown) => !isAway(error),
  );
}
