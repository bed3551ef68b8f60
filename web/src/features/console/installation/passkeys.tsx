import { useState } from 'react';
import type { PasskeyEntry } from '@/api/schema';
import { notify } from '@/features/notifications/store';
import { api } from '@/lib/api-client';
import { errorMessage } from '@/locales/error-message';
import { useInstallationMessages } from '@/locales/installation';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { Loaded } from '../data/loaded';
import { client, keyOf, useRead } from '../data/query';
import { When } from '../parts/format';
import { Problem } from '../parts/problem';
import { Section } from '../parts/section';
import { Table } from '../parts/table';
import { DialogForm } from './dialog-form';
import s from './installation.module.css';
import { createPasskey, IsKnown, WasCancelled } from './passkey-browser';

const PASSKEYS = '/api/installation/me/passkeys';

/** The person's passkeys. */
export function Passkeys() {
  const { account, passkeys: w } = useInstallationMessages();
  const query = useRead(PASSKEYS);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PasskeyEntry>();
  const [problem, setProblem] = useState<string>();
  const add = async (name: string) => {
    setProblem(undefined);
    try {
      const options = await api.post('/api/installation/me/passkeys/options');
      const body = { name, ...(await createPasskey(options)) };
      client.setQueryData(keyOf(PASSKEYS), await api.post(PASSKEYS, { body }));
      notify('good', w.added);
    } catch (error) {
      if (error instanceof WasCancelled) return setProblem(w.cancelled);
      if (error instanceof IsKnown) return setProblem(w.known);
      throw error;
    }
  };
  const remove = async (id: string) => {
    const path = { id };
    const left = await api.delete('/api/installation/me/passkeys/{id}', { path });
    client.setQueryData(keyOf(PASSKEYS), left);
    notify('good', w.removed);
  };
  return (
    <Section
      title={w.title}
      help={w.help}
      tools={
        <Button variant="secondary" small onClick={() => setAdding(true)}>
          {w.add}
        </Button>
      }
    >
      <Problem message={problem} />
      <Loaded query={query}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <p>{w.none}</p>
          ) : (
            <Table<PasskeyEntry>
              stacks="labelled"
              caption={w.title}
              rows={passkeys}
              rowKey={(row) => row.id}
              columns={[
                { id: 'name', label: w.name, head: true, wide: true, cell: (row) => row.name },
                { id: 'since', label: w.since, cell: (row) => <When at={row.since} /> },
                {
                  id: 'used',
                  label: account.used,
                  cell: (row) => (row.used ? <When at={row.used} /> : w.never),
                },
                {
                  id: 'remove',
                  label: w.remove,
                  buttons: true,
                  cell: (row) => (
                    <Button
                      variant="quiet"
                      small
                      className={s.action}
                      onClick={() => setRemoving(row)}
                    >
                      {w.remove}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <DialogForm
        open={adding}
        onClose={() => setAdding(false)}
        title={w.addTitle}
        help={w.addHelp}
        words={w}
        send={(read) => add(read('name'))}
      >
        {(errors) => (
          <TextField
            label={w.name}
            help={w.nameHelp}
            name="name"
            error={errors.name}
            autoComplete="off"
            required
          />
        )}
      </DialogForm>
      <DialogForm
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={w.removeTitle(removing?.name ?? '')}
        help={w.removeText}
        words={{ ...w, submit: w.remove, submitting: w.removing }}
        send={() => remove(removing?.id ?? '')}
      >
        {() => null}
      </DialogForm>
    </Section>
  );
}

/** The connection with the account at the provider of single sign-on. */
export function SingleSignOn({
  connected,
  provider,
  connect,
}: {
  connected: boolean;
  provider: string;
  connect: () => Promise<void>;
}) {
  const { sso: w } = useInstallationMessages();
  const [problem, setProblem] = useState<string>();
  const start = async (change: () => Promise<unknown>) => {
    setProblem(undefined);
    try {
      await change();
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  const disconnect = async () => {
    await api.delete('/api/installation/me/sso');
    await client.invalidateQueries({ queryKey: keyOf('/api/installation/me') });
    notify('good', w.disconnected);
  };
  return (
    <Section
      title={w.title}
      help={w.help(provider)}
      tools={
        <Button
          variant="secondary"
          small
          onClick={() => void start(connected ? disconnect : connect)}
        >
          {connected ? w.disconnect : w.connect}
        </Button>
      }
    >
      <p>{connected ? w.connected : w.notConnected}</p>
      <Problem message={problem} />
    </Section>
  );
}
