/**
 * One sign-in for all studies: pages at the host name of a study, and at the installation's address. The server's
 * `routes/installation/handover.rs` describes the way.
 */
import { useEffect, useRef, useState } from 'react';
import type { StudyEntry } from '@/api/schema';
import { api } from '@/lib/api-client';
import { ApiProblem } from '@/lib/problems';
import { INSTALLATION } from '@/lib/site';
import { accessToken, storeTokens } from '@/lib/tokens';
import { errorMessage } from '@/locales/error-message';
import { useInstallationMessages } from '@/locales/installation';
import { Button, buttonClass } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Loading } from '@/ui/loading';
import { PageTitle } from '@/ui/page-shell';
import { setTitle } from '@/ui/title';
import { CONSOLE_PAGES, HAND_OVER, INSTALLATION_PAGES } from '../frame/pages';

/** At the study's address: the secret of the way, and the page to open, until this tab comes back. */
const ATTEMPT = 'unmask:hand-over';
const PAGE = 'unmask:hand-over-page';
/** At the installation's address: where this tab came from, and the study that the person has chosen in the list. */
const TARGET = 'unmask:hand-over-to';
const CHOSEN = 'unmask:chosen-study';

type Target = { study: string; request: string };

/** The address at which a page of a study's console opens with the session of this page. */
export const handOverTo = (address: string, page: 'overview' | 'study') =>
  `${address}${HAND_OVER}#page=${page}`;

/** The person has chosen a study here, so it need not be asked again. */
export const choose = (study: string) => sessionStorage.setItem(CHOSEN, study);

/** Opens the console after a sign-in: that of the study from which this tab came, or the list of studies. */
export function openConsole(): void {
  const target = storedTarget();
  if (target) choose(target.study);
  window.location.assign(target ? HAND_OVER : INSTALLATION_PAGES.studies);
}

function storedTarget(): Target | null {
  const stored = sessionStorage.getItem(TARGET);
  return stored ? JSON.parse(stored) : null;
}

/** What the fragment of the address says. It does not stay in the history. */
function takeFragment(): URLSearchParams {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  window.history.replaceState(null, '', window.location.pathname);
  return fragment;
}

/** Sends this tab to the installation's address. */
async function begin(): Promise<void> {
  const { attempt, location } = await api.post('/api/installation/hand-over', { open: true });
  sessionStorage.setItem(ATTEMPT, attempt);
  window.location.replace(location);
}

const hostOf = (address: string) => new URL(address).host;

/** `/console` at the host name of a study. The pages about the installation are at the installation's address. */
export function AtStudy({ path, installation }: { path: string; installation: string }) {
  const { handOver: w, product } = useInstallationMessages();
  const isSignedIn = accessToken() !== null;
  useEffect(() => {
    if (isSignedIn) window.location.replace(`${installation}${path}`);
  }, [isSignedIn, installation, path]);
  useEffect(() => setTitle(w.title, product), [w.title, product]);
  if (isSignedIn) return <Loading />;
  return (
    <>
      <PageTitle>{w.title}</PageTitle>
      <p>{w.help(hostOf(installation))}</p>
      <p>
        <a className={buttonClass()} href={HAND_OVER}>
          {w.signIn(hostOf(installation))}
        </a>
      </p>
    </>
  );
}

/** The way to the installation's address, and back with a code. */
export function FromInstallation({ installation }: { installation: string }) {
  const { handOver: w, product } = useInstallationMessages();
  const [problem, setProblem] = useState<string>();
  const begun = useRef(false);
  useEffect(() => setTitle(w.title, product), [w.title, product]);
  useEffect(() => {
    // Each code is of use once.
    if (begun.current) return;
    begun.current = true;
    const fragment = takeFragment();
    const code = fragment.get('code');
    const page = fragment.get('page');
    if (page) sessionStorage.setItem(PAGE, page);
    const done = code ? complete(code) : begin();
    done.catch((error: unknown) => setProblem(errorMessage(error)));
  }, []);
  if (!problem) return <Loading />;
  return (
    <>
      <PageTitle>{w.failed}</PageTitle>
      <Callout kind="bad">{problem}</Callout>
      <p>
        <Button onClick={() => void begin().catch((error) => setProblem(errorMessage(error)))}>
          {w.signIn(hostOf(installation))}
        </Button>
      </p>
    </>
  );
}

async function complete(code: string): Promise<void> {
  const attempt = sessionStorage.getItem(ATTEMPT) ?? '';
  const page = sessionStorage.getItem(PAGE);
  sessionStorage.removeItem(ATTEMPT);
  sessionStorage.removeItem(PAGE);
  const body = { attempt, code };
  storeTokens(await api.post('/api/installation/hand-over/session', { body, open: true }));
  window.location.replace(page === 'study' ? CONSOLE_PAGES.study : CONSOLE_PAGES.overview);
}

/** At the installation's address: remembers where this tab came from, until the person has signed in. */
export function useTarget(): Target | null {
  const [target] = useState(() => {
    if (INSTALLATION || window.location.pathname !== HAND_OVER) return null;
    const fragment = takeFragment();
    const [study, request] = [fragment.get('study'), fragment.get('request')];
    if (study && request) sessionStorage.setItem(TARGET, JSON.stringify({ study, request }));
    return storedTarget();
  });
  return target;
}

/**
 * Sends the person who has signed in on to a study. It is asked first, unless they have chosen the study here: a page of
 * the study alone must not sign them in there.
 */
export function ToStudy({ target }: { target: Target }) {
  const { handOver: w, product } = useInstallationMessages();
  const [study, setStudy] = useState<StudyEntry | null>();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const begun = useRef(false);
  useEffect(() => setTitle(w.title, product), [w.title, product]);
  const go = () => {
    sessionStorage.removeItem(TARGET);
    api.post('/api/installation/hand-over/code', { body: target }).then(
      ({ location }) => window.location.replace(location),
      (error: unknown) => setProblem(errorMessage(error)),
    );
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const isChosen = sessionStorage.getItem(CHOSEN) === target.study;
    sessionStorage.removeItem(CHOSEN);
    read().catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status === 401) signInAgain(target);
      else setProblem(errorMessage(error));
    });
    async function read() {
      const me = await api.get('/api/installation/me');
      const { studies } = await api.get('/api/installation/studies');
      const found = studies.find(({ id, host }) => id === target.study && host);
      if (found && isChosen) return go();
      setName(me.username);
      setStudy(found ?? null);
    }
  });
  if (problem || study === null) {
    return (
      <>
        <PageTitle>{w.failed}</PageTitle>
        <Callout kind="bad">{problem ?? w.noRole}</Callout>
        <p>
          <a className={buttonClass()} href={INSTALLATION_PAGES.studies}>
            {w.studies}
          </a>
        </p>
      </>
    );
  }
  if (!study) return <Loading />;
  return (
    <>
      <PageTitle>{w.open(study.title)}</PageTitle>
      <p>{w.openText(study.host ?? '', name)}</p>
      <div className="cluster">
        <Button onClick={go}>{w.go}</Button>
        <a className={buttonClass({ variant: 'secondary' })} href={INSTALLATION_PAGES.studies}>
          {w.cancel}
        </a>
      </div>
    </>
  );
}

/** The session has ended, and with it what this tab has stored. */
function signInAgain(target: Target): void {
  sessionStorage.setItem(TARGET, JSON.stringify(target));
  window.location.assign(HAND_OVER);
}
