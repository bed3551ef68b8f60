import { useEffect, useRef, useState } from 'react';
import type { WaysToSignIn } from '@/api/schema';
import { api } from '@/lib/api-client';
import { storeTokens } from '@/lib/tokens';
import { errorMessage } from '@/locales/error-message';
import { useInstallationMessages } from '@/locales/installation';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Loading } from '@/ui/loading';
import { PageTitle } from '@/ui/page-shell';
import { openConsole } from './hand-over';
import s from './installation.module.css';
import { signInWithPasskey, WasCancelled } from './passkey-browser';

/** The secret of a way to the provider, until this tab comes back. */
const ATTEMPT = 'unmask:sso';

/** Sends this tab to the provider of single sign-on. `connects` the account of the person who has signed in. */
export async function goToProvider(connects: boolean): Promise<void> {
  const way = connects
    ? await api.post('/api/installation/me/sso')
    : await api.post('/api/installation/sso', { open: true });
  sessionStorage.setItem(ATTEMPT, way.attempt);
  window.location.assign(way.location);
}

/** Ways to sign in beside the password. */
export function OtherWays() {
  const { ways: w } = useInstallationMessages();
  const [ways, setWays] = useState<WaysToSignIn>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Without an answer, the password is still there.
    api.get('/api/installation/sign-in', { open: true }).then(setWays, () => {});
  }, []);
  const start = async (go: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await go();
    } catch (error) {
      if (!(error instanceof WasCancelled)) setProblem(errorMessage(error));
      setBusy(false);
    }
  };
  if (!ways?.sso && !ways?.passkeys) return null;
  return (
    <section className={s.ways} aria-label={w.title}>
      <p className={s.or}>{w.or}</p>
      {ways.sso && (
        <Button
          variant="secondary"
          block
          aria-busy={busy}
          onClick={() => void start(() => goToProvider(false))}
        >
          {w.provider(ways.sso)}
        </Button>
      )}
      {ways.passkeys && (
        <Button
          variant="secondary"
          block
          aria-busy={busy}
          onClick={() =>
            void start(async () => {
              storeTokens(await signInWithPasskey());
              openConsole();
            })
          }
        >
          {w.passkey}
        </Button>
      )}
      <div role="alert">{problem && <Callout kind="bad">{problem}</Callout>}</div>
    </section>
  );
}

/** Completes a sign-in at the provider, from the address at which the browser comes back. */
export function FromProvider() {
  const { ways: w } = useInstallationMessages();
  const [problem, setProblem] = useState<string>();
  const begun = useRef(false);
  useEffect(() => {
    // Each way is gone once.
    if (begun.current) return;
    begun.current = true;
    const query = new URLSearchParams(window.location.search);
    const attempt = sessionStorage.getItem(ATTEMPT);
    sessionStorage.removeItem(ATTEMPT);
    // The code is of no use any more, and need not stay in the history.
    window.history.replaceState(null, '', window.location.pathname);
    const [state, code] = [query.get('state'), query.get('code')];
    if (!attempt || !state || !code) {
      setProblem(query.get('error') === 'access_denied' ? w.denied : w.lost);
      return;
    }
    api.post('/api/installation/sso/sign-in', { body: { attempt, state, code }, open: true }).then(
      (tokens) => {
        storeTokens(tokens);
        openConsole();
      },
      (error: unknown) => setProblem(errorMessage(error)),
    );
  }, [w]);
  if (!problem) return <Loading />;
  return (
    <>
      <PageTitle>{w.failed}</PageTitle>
      <Callout kind="bad">{problem}</Callout>
      <p>
        <Button onClick={() => window.location.assign('/console')}>{w.back}</Button>
      </p>
    </>
  );
}
