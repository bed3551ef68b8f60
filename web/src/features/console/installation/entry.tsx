import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { api } from '@/lib/api-client';
import { ApiProblem } from '@/lib/problems';
import { INSTALLATION } from '@/lib/site';
import { accessToken, storeTokens } from '@/lib/tokens';
import { errorMessage, fieldMessage } from '@/locales/error-message';
import { useInstallationMessages } from '@/locales/installation';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Card } from '@/ui/card';
import { PasswordField, TextField } from '@/ui/field';
import { Loading } from '@/ui/loading';
import { PageTitle } from '@/ui/page-shell';
import { setTitle } from '@/ui/title';
import { AtStudy, FromInstallation, openConsole, ToStudy, useTarget } from './hand-over';
import s from './installation.module.css';
import { FromProvider, OtherWays } from './ways';

type Read = (name: string) => string;
type Errors = Partial<Record<string, string>>;

/** Pages that sign a person in, whoever is signed in. */
export type EntryPage = 'invitation' | 'sso' | 'handOver';

/** The forms before a person has signed in: signing in, recovery code, invitation, single sign-on. */
export function Entry({ page }: { page?: EntryPage | undefined }) {
  const [lost, setLost] = useState(false);
  const { pathname } = useLocation();
  const { handOver: w } = useInstallationMessages();
  const target = useTarget();
  if (page === 'invitation') return <Invitation />;
  if (page === 'sso') return <FromProvider />;
  if (INSTALLATION) {
    return page === 'handOver' ? (
      <FromInstallation installation={INSTALLATION} />
    ) : (
      <AtStudy path={pathname} installation={INSTALLATION} />
    );
  }
  if (page === 'handOver' && accessToken() !== null) {
    return target ? <ToStudy target={target} /> : <Navigate to="/console" replace />;
  }
  return (
    <>
      {target && <Callout kind="info">{w.first}</Callout>}
      {lost ? <Recovery onBack={() => setLost(false)} /> : <SignIn onLost={() => setLost(true)} />}
    </>
  );
}

function SignIn({ onLost }: { onLost: () => void }) {
  const { signIn: w } = useInstallationMessages();
  const send = async (read: Read) =>
    storeTokens(
      await api.post('/api/installation/login', {
        body: { username: read('username'), password: read('password') },
        open: true,
        failure: 'login',
      }),
    );
  return (
    <Form
      {...w}
      send={send}
      note={
        <>
          <Button variant="quiet" small onClick={onLost}>
            {w.lost}
          </Button>
          <OtherWays />
        </>
      }
    >
      {(errors) => (
        <>
          <TextField
            label={w.username}
            name="username"
            error={errors.username}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <PasswordField
            label={w.password}
            name="password"
            error={errors.password}
            autoComplete="current-password"
            required
          />
        </>
      )}
    </Form>
  );
}

function Recovery({ onBack }: { onBack: () => void }) {
  const { recovery: w, signIn } = useInstallationMessages();
  const send = async (read: Read) =>
    storeTokens(
      await api.post('/api/installation/recovery', {
        body: {
          username: read('username'),
          code: read('code'),
          newPassword: read('newPassword'),
        },
        open: true,
        failure: 'login',
      }),
    );
  return (
    <Form
      {...w}
      send={send}
      note={
        <Button variant="quiet" small onClick={onBack}>
          {w.back}
        </Button>
      }
    >
      {(errors) => (
        <>
          <TextField
            label={signIn.username}
            name="username"
            error={errors.username}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <TextField
            label={w.code}
            name="code"
            error={errors.code}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <PasswordField
            label={w.newPassword}
            help={w.passwordHelp}
            name="newPassword"
            error={errors.newPassword}
            autoComplete="new-password"
            required
          />
        </>
      )}
    </Form>
  );
}

function Invitation() {
  const { invitation: w, signIn } = useInstallationMessages();
  const token = new URLSearchParams(window.location.search).get('token') ?? '';
  const [name, setName] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    api.get('/api/installation/invitation', { query: { token }, open: true }).then(
      (found) => setName(found.username),
      (error: unknown) => {
        const isGone = error instanceof ApiProblem && error.status === 404;
        setProblem(isGone ? w.invalid : errorMessage(error));
      },
    );
  }, [token, w.invalid]);
  if (problem) {
    return (
      <>
        <PageTitle>{w.title}</PageTitle>
        <Callout kind="warn">{problem}</Callout>
      </>
    );
  }
  if (!name) return <Loading />;
  const send = async (read: Read) =>
    storeTokens(
      await api.post('/api/installation/invitation', {
        body: { token, password: read('password') },
        open: true,
      }),
    );
  return (
    <Form {...w} help={w.help(name)} send={send}>
      {(errors) => (
        <>
          {/* For password managers. */}
          <TextField
            label={signIn.username}
            name="username"
            value={name}
            autoComplete="username"
            readOnly
          />
          <PasswordField
            label={w.password}
            help={w.passwordHelp}
            name="password"
            error={errors.password}
            autoComplete="new-password"
            required
          />
        </>
      )}
    </Form>
  );
}

type Props = {
  title: string;
  help: string;
  submit: string;
  submitting: string;
  note?: ReactNode;
  send: (read: Read) => Promise<void>;
  children: (errors: Errors) => ReactNode;
};

/** A form that signs a person in, and then opens the list of studies. */
function Form({ title, help, submit, submitting, note, send, children }: Props) {
  const w = useInstallationMessages();
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => setTitle(title, w.product), [title, w.product]);
  useEffect(() => {
    if (problem) alert.current?.focus();
  }, [problem]);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    setBusy(true);
    setProblem(undefined);
    setErrors({});
    try {
      await send((name) => String(data.get(name) ?? ''));
      openConsole();
    } catch (error) {
      const fields = error instanceof ApiProblem ? error.fields : [];
      setErrors(Object.fromEntries(fields.map((field) => [field.item, fieldMessage(field)])));
      if (fields.length === 0) setProblem(errorMessage(error));
      const first = form.elements.namedItem(fields[0]?.item ?? '');
      if (first instanceof HTMLElement) first.focus();
      setBusy(false);
    }
  };
  return (
    <>
      <PageTitle step={title}>{title}</PageTitle>
      <p>{help}</p>
      <Card className={s.box}>
        <form className={s.card} onSubmit={(event) => void onSubmit(event)}>
          <div ref={alert} role="alert" tabIndex={-1}>
            {problem && <Callout kind="bad">{problem}</Callout>}
          </div>
          {children(errors)}
          <p className="vh" role="status">
            {busy && submitting}
          </p>
          <Button type="submit" block aria-busy={busy}>
            {busy ? submitting : submit}
          </Button>
        </form>
        {note}
      </Card>
    </>
  );
}
