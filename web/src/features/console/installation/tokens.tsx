import { useState } from 'react';
import type { Me, ProgramToken, StudyRole } from '@/api/schema';
import { notify } from '@/features/notifications/store';
import { api } from '@/lib/api-client';
import { useInstallationMessages } from '@/locales/installation';
import { Button } from '@/ui/button';
import { CheckCard } from '@/ui/check-card';
import { Dialog } from '@/ui/dialog';
import { NumberField, TextField } from '@/ui/field';
import { Loaded } from '../data/loaded';
import { client, keyOf, useRead } from '../data/query';
import { Confirm } from '../parts/confirm';
import { Tag } from '../parts/controls';
import { When } from '../parts/format';
import { Section } from '../parts/section';
import { Table } from '../parts/table';
import { DialogForm } from './dialog-form';
import s from './installation.module.css';
import { ROLES } from './roles';
import { Select } from './select';
import { useOwnStudies, useStudyName } from './use-studies';

const PATH = '/api/installation/tokens';
/** A quarter of a year. */
const DAYS = '90';

/** The tokens with which programs use the API. */
export function Tokens({ me }: { me: Me }) {
  const { programs: w } = useInstallationMessages();
  const query = useRead(PATH);
  const [creating, setCreating] = useState(false);
  const [token, setToken] = useState<string>();
  const copy = async () => {
    await navigator.clipboard.writeText(token ?? '');
    notify('good', w.copied);
  };
  return (
    <Section
      title={w.title}
      help={w.help}
      tools={
        <Button variant="secondary" small onClick={() => setCreating(true)}>
          {w.create}
        </Button>
      }
    >
      <Loaded query={query}>{({ tokens }) => <TokenTable tokens={tokens} />}</Loaded>
      <Creation open={creating} me={me} onClose={() => setCreating(false)} onMade={setToken} />
      <Dialog
        open={token !== undefined}
        onClose={() => setToken(undefined)}
        title={w.shownTitle}
        actions={
          <>
            <Button variant="secondary" small onClick={() => void copy()}>
              {w.copy}
            </Button>
            <Button small onClick={() => setToken(undefined)}>
              OK
            </Button>
          </>
        }
      >
        <p>{w.shownText}</p>
        <p className={s.link}>{token}</p>
      </Dialog>
    </Section>
  );
}

function TokenTable({ tokens }: { tokens: ProgramToken[] }) {
  const { programs: w, people, roles } = useInstallationMessages();
  const nameOf = useStudyName();
  const [asked, setAsked] = useState<ProgramToken>();
  return (
    <>
      <Table<ProgramToken>
        stacks="labelled"
        caption={w.title}
        rows={tokens}
        rowKey={(row) => row.id}
        empty={w.none}
        columns={[
          { id: 'name', label: w.name, head: true, cell: (row) => row.name },
          { id: 'study', label: w.study, cell: (row) => nameOf(row.study) },
          {
            id: 'role',
            label: w.role,
            cell: (row) => (
              <span className={s.state}>
                <span>{roles[row.role]}</span>
                {row.mayUnblind && <Tag tone="warn">{people.unblinds}</Tag>}
              </span>
            ),
          },
          { id: 'by', label: w.by, cell: (row) => row.by },
          {
            id: 'until',
            label: w.until,
            cell: (row) =>
              row.expired ? <Tag tone="warn">{w.expired}</Tag> : <When at={row.until} />,
          },
          {
            id: 'used',
            label: w.used,
            cell: (row) => (row.used ? <When at={row.used} /> : w.never),
          },
          {
            id: 'actions',
            label: w.actions,
            buttons: true,
            cell: (row) => (
              <Button variant="quiet" small className={s.action} onClick={() => setAsked(row)}>
                {w.revoke}
              </Button>
            ),
          },
        ]}
      />
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={w.revokeTitle(asked?.name ?? '')}
        action={w.revoke}
        run={async () => {
          const path = { id: asked?.id ?? '' };
          const left = await api.delete('/api/installation/tokens/{id}', { path });
          client.setQueryData(keyOf(PATH), left);
        }}
      >
        <p>{w.revokeText}</p>
      </Confirm>
    </>
  );
}

type CreationProps = {
  open: boolean;
  me: Me;
  onClose: () => void;
  onMade: (token: string) => void;
};

function Creation({ open, me, onClose, onMade }: CreationProps) {
  const { programs: w, roles, roleHelp } = useInstallationMessages();
  const studies = useOwnStudies(me);
  const [role, setRole] = useState<StudyRole>('owner');
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title={w.createTitle}
      help={w.createHelp}
      words={w}
      send={async (read) => {
        const body = {
          name: read('name'),
          study: read('study'),
          role: read('role') as StudyRole,
          mayUnblind: read('mayUnblind') === 'on',
          days: Number(read('days')) || 0,
        };
        onMade((await api.post(PATH, { body })).token);
        await client.invalidateQueries({ queryKey: keyOf(PATH) });
      }}
    >
      {(errors) => (
        <>
          <TextField label={w.name} help={w.nameHelp} name="name" error={errors.name} required />
          <Select label={w.study} name="study" options={studies} />
          <Select
            label={w.role}
            help={roleHelp[role]}
            name="role"
            options={ROLES.map((value) => ({ value, label: roles[value] }))}
            onChange={(value) => setRole(value as StudyRole)}
          />
          <CheckCard name="mayUnblind" label={w.mayUnblind} note={w.mayUnblindHelp} />
          <NumberField label={w.days} name="days" defaultValue={DAYS} error={errors.days} />
        </>
      )}
    </DialogForm>
  );
}
