import { type FormEvent, useState } from 'react';
import type { Me, OpenSession } from '@/api/schema';
import { notify } from '@/features/notifications/store';
import { api } from '@/lib/api-client';
import { ApiProblem } from '@/lib/problems';
import { clearTokens } from '@/lib/tokens';
import { errorMessage, fieldMessage } from '@/locales/error-message';
import { useInstallationMessages } from '@/locales/installation';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { PasswordField, TextField } from '@/ui/field';
import { Loaded } from '../data/loaded';
import { client, keyOf, useRead } from '../data/query';
import { Tag } from '../parts/controls';
import { When } from '../parts/format';
import { Problem } from '../parts/problem';
import { Section } from '../parts/section';
import { Table } from '../parts/table';
import { browserOf } from './browser';
import s from './installation.module.css';
import { Passkeys, SingleSignOn } from './passkeys';
import { useStudyName } from './use-studies';
import { goToProvider } from './ways';

type Errors = Partial<Record<string, string>>;

/** The account of the person who has signed in. */
export function Account({ me }: { me: Me }) {
  const { account: w } = useInstallationMessages();
  const ways = useRead('/api/installation/sign-in');
  return (
    <>
      <Names me={me} />
      {me.admin ? (
        <Callout>{w.admin}</Callout>
      ) : (
        <>
          {me.password && <NewPassword />}
          {ways.data?.passkeys && <Passkeys />}
          {ways.data?.sso && (
            <SingleSignOn
              connected={me.sso}
              provider={ways.data.sso}
              connect={() => goToProvider(true)}
            />
          )}
          <RecoveryCodes me={me} />
          <Sessions />
        </>
      )}
    </>
  );
}

/** Sends a form, and shows errors next to its fields. */
function useForm(send: (read: (name: string) => string) => Promise<unknown>) {
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setErrors({});
    setProblem(undefined);
    try {
      await send((name) => String(data.get(name) ?? ''));
    } catch (error) {
      const fields = error instanceof ApiProblem ? error.fields : [];
      setErrors(Object.fromEntries(fields.map((field) => [field.item, fieldMessage(field)])));
      if (fields.length === 0) setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    errors,
    problem,
    busy,
    onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
  };
}

function Names({ me }: { me: Me }) {
  const { account: w } = useInstallationMessages();
  const form = useForm(async (read) => {
    const body = { firstName: read('firstName'), lastName: read('lastName') };
    client.setQueryData(
      keyOf('/api/installation/me'),
      await api.patch('/api/installation/me', { body }),
    );
    notify('good', w.saved);
  });
  return (
    <Section title={w.names}>
      <form className={s.form} onSubmit={form.onSubmit}>
        <TextField
          label={w.firstName}
          name="firstName"
          defaultValue={me.firstName}
          error={form.errors.firstName}
          autoComplete="given-name"
          optional
        />
        <TextField
          label={w.lastName}
          name="lastName"
          defaultValue={me.lastName}
          error={form.errors.lastName}
          autoComplete="family-name"
          optional
        />
        <Problem message={form.problem} />
        <p>
          <Button small type="submit" aria-disabled={form.busy}>
            {form.busy ? w.saving : w.save}
          </Button>
        </p>
      </form>
    </Section>
  );
}

function NewPassword() {
  const { account: w } = useInstallationMessages();
  const form = useForm(async (read) => {
    const body = { password: read('password'), newPassword: read('newPassword') };
    await api.put('/api/installation/me/password', { body });
    clearTokens();
    window.location.assign('/console');
  });
  return (
    <Section title={w.password} help={w.passwordHelp}>
      <form className={s.form} onSubmit={form.onSubmit}>
        <PasswordField
          label={w.present}
          name="password"
          error={form.errors.password}
          autoComplete="current-password"
          required
        />
        <PasswordField
          label={w.next}
          name="newPassword"
          error={form.errors.newPassword}
          autoComplete="new-password"
          required
        />
        <Problem message={form.problem} />
        <p>
          <Button small type="submit" aria-disabled={form.busy}>
            {form.busy ? w.saving : w.change}
          </Button>
        </p>
      </form>
    </Section>
  );
}

function RecoveryCodes({ me }: { me: Me }) {
  const { account: w } = useInstallationMessages();
  const [codes, setCodes] = useState<string[]>();
  const [problem, setProblem] = useState<string>();
  const make = async () => {
    setProblem(undefined);
    try {
      setCodes((await api.post('/api/installation/me/recovery-codes')).codes);
      await client.invalidateQueries({ queryKey: keyOf('/api/installation/me') });
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  return (
    <Section
      title={w.codes}
      help={w.codesHelp}
      tools={
        <Button variant="secondary" small onClick={() => void make()}>
          {w.make}
        </Button>
      }
    >
      <p>{w.left(me.recoveryCodes)}</p>
      <Problem message={problem} />
      {codes && (
        <div role="status">
          <p>{w.shown}</p>
          <ul className={`${s.codes} panel`}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <p className="no-print">
            <Button variant="quiet" small onClick={() => window.print()}>
              {w.print}
            </Button>
          </p>
        </div>
      )}
    </Section>
  );
}

function Sessions() {
  const { account: w } = useInstallationMessages();
  const nameOf = useStudyName();
  const query = useRead('/api/installation/me/sessions');
  const end = async ({ id }: OpenSession) => {
    await api.delete('/api/installation/me/sessions/{id}', { path: { id } });
    await client.invalidateQueries({ queryKey: keyOf('/api/installation/me/sessions') });
    notify('good', w.ended);
  };
  return (
    <Section title={w.sessions} help={w.sessionsHelp}>
      <Loaded query={query}>
        {({ sessions }) => (
          <Table<OpenSession>
            stacks="labelled"
            caption={w.sessions}
            rows={sessions}
            rowKey={(row) => row.id}
            columns={[
              {
                id: 'browser',
                label: w.browser,
                head: true,
                wide: true,
                cell: (row) => (
                  <span className={s.state}>
                    <span>{row.agent ? browserOf(row.agent) : w.unknown}</span>
                    {row.study && <span className="note">{w.ofStudy(nameOf(row.study))}</span>}
                  </span>
                ),
              },
              { id: 'since', label: w.since, cell: (row) => <When at={row.since} /> },
              { id: 'used', label: w.used, cell: (row) => <When at={row.used} /> },
              {
                id: 'end',
                label: w.end,
                buttons: true,
                cell: (row) =>
                  row.current ? (
                    <Tag tone="info">{w.here}</Tag>
                  ) : (
                    <Button
                      variant="quiet"
                      small
                      className={s.action}
                      onClick={() => void end(row)}
                    >
                      {w.end}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}
