import { useState } from 'react';
import type { Invitation, Me, PersonEntry, RoleEntry, StudyRole } from '@/api/schema';
import { notify } from '@/features/notifications/store';
import { api } from '@/lib/api-client';
import { useInstallationMessages } from '@/locales/installation';
import { Button } from '@/ui/button';
import { CheckCard } from '@/ui/check-card';
import { Dialog } from '@/ui/dialog';
import { TextField } from '@/ui/field';
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
import { Tokens } from './tokens';
import { useOwnStudies, useStudyName } from './use-studies';

const PATH = '/api/installation/people';

type Row = { person: PersonEntry; role: RoleEntry | null };
type Link = Invitation & { username: string };

/** Who works with the person's studies, and as what. */
export function People({ me }: { me: Me }) {
  const { people: w } = useInstallationMessages();
  const query = useRead(PATH);
  const [giving, setGiving] = useState(false);
  const [link, setLink] = useState<Link>();
  return (
    <>
      <Section
        title={w.caption}
        help={w.help}
        tools={
          <Button small onClick={() => setGiving(true)}>
            {w.invite}
          </Button>
        }
      >
        <Loaded query={query}>
          {({ people }) => <PeopleTable people={people} me={me} onLink={setLink} />}
        </Loaded>
        <Giving open={giving} me={me} onClose={() => setGiving(false)} onLink={setLink} />
        <LinkDialog link={link} onClose={() => setLink(undefined)} />
      </Section>
      <Tokens me={me} />
    </>
  );
}

const refetch = () => client.invalidateQueries({ queryKey: keyOf(PATH) });

type TableProps = { people: PersonEntry[]; me: Me; onLink: (link: Link) => void };

function PeopleTable({ people, me, onLink }: TableProps) {
  const w = useInstallationMessages();
  const nameOf = useStudyName();
  const [asked, setAsked] = useState<Row & { action: 'take' | 'remove' }>();
  const [changed, setChanged] = useState<Row>();
  const rows = people.flatMap<Row>((person) =>
    person.roles.length > 0
      ? person.roles.map((role) => ({ person, role }))
      : [{ person, role: null }],
  );
  const renew = async ({ id, username }: PersonEntry) => {
    const made = await api.post('/api/installation/people/{id}/invitation', { path: { id } });
    onLink({ ...made, username });
  };
  return (
    <>
      <Table<Row>
        stacks="labelled"
        caption={w.people.caption}
        rows={rows}
        rowKey={({ person, role }) => `${person.id} ${role?.study}`}
        empty={w.people.none}
        columns={[
          {
            id: 'person',
            label: w.people.person,
            head: true,
            cell: ({ person }) => (
              <span className={s.state}>
                <span>{person.username}</span>
                {person.invited && <Tag tone="info">{w.people.invited}</Tag>}
              </span>
            ),
          },
          {
            id: 'study',
            label: w.people.study,
            cell: ({ role }) => (role ? nameOf(role.study) : '–'),
          },
          {
            id: 'role',
            label: w.people.role,
            cell: ({ role }) => (
              <span className={s.state}>
                <span>{role ? w.roles[role.role] : '–'}</span>
                {role?.mayUnblind && <Tag tone="warn">{w.people.unblinds}</Tag>}
              </span>
            ),
          },
          {
            id: 'since',
            label: w.people.since,
            cell: ({ role }) => (role ? <When at={role.since} /> : '–'),
          },
          {
            id: 'actions',
            label: w.people.actions,
            buttons: true,
            wide: true,
            cell: (row) => (
              <span className={s.tools}>
                {row.role && (
                  <>
                    <Button variant="quiet" small onClick={() => setChanged(row)}>
                      {w.people.change}
                    </Button>
                    <Button
                      variant="quiet"
                      small
                      onClick={() => setAsked({ ...row, action: 'take' })}
                    >
                      {w.people.take}
                    </Button>
                  </>
                )}
                {me.owner && (
                  <>
                    <Button variant="quiet" small onClick={() => void renew(row.person)}>
                      {w.people.link}
                    </Button>
                    <Button
                      variant="quiet"
                      small
                      onClick={() => setAsked({ ...row, action: 'remove' })}
                    >
                      {w.people.remove}
                    </Button>
                  </>
                )}
              </span>
            ),
          },
        ]}
      />
      <Changing row={changed} onClose={() => setChanged(undefined)} />
      <Confirm
        open={asked?.action === 'take'}
        onClose={() => setAsked(undefined)}
        title={w.people.takeTitle(asked?.person.username ?? '', nameOf(asked?.role?.study ?? ''))}
        action={w.people.take}
        run={async () => {
          const path = { id: asked?.person.id ?? '', study: asked?.role?.study ?? '' };
          await api.delete('/api/installation/people/{id}/roles/{study}', { path });
          await refetch();
        }}
      >
        <p>{w.people.takeText}</p>
      </Confirm>
      <Confirm
        open={asked?.action === 'remove'}
        onClose={() => setAsked(undefined)}
        title={w.people.removeTitle(asked?.person.username ?? '')}
        action={w.people.remove}
        run={async () => {
          await api.delete('/api/installation/people/{id}', {
            path: { id: asked?.person.id ?? '' },
          });
          await refetch();
        }}
      >
        <p>{w.people.removeText}</p>
      </Confirm>
    </>
  );
}

/** Gives a person another role in a study, or another right to unblind themselves. */
function Changing({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  const { people: w } = useInstallationMessages();
  const nameOf = useStudyName();
  const { id = '', username = '' } = row?.person ?? {};
  const study = row?.role?.study ?? '';
  return (
    <DialogForm
      open={row !== undefined}
      onClose={onClose}
      title={w.changeTitle(username, nameOf(study))}
      help={w.changeHelp}
      words={{ ...w, submit: w.changeSubmit }}
      send={async (read) => {
        const call = { path: { id, study }, body: roleIn(read) };
        const list = await api.put('/api/installation/people/{id}/roles/{study}', call);
        client.setQueryData(keyOf(PATH), list);
        notify('good', w.changed);
      }}
    >
      {() => row?.role && <RoleFields present={row.role} />}
    </DialogForm>
  );
}

/** The role that a form has. */
const roleIn = (read: (name: string) => string) => ({
  role: read('role') as StudyRole,
  mayUnblind: read('mayUnblind') === 'on',
});

/** The role, and the right to unblind oneself. */
function RoleFields({ present }: { present?: RoleEntry }) {
  const w = useInstallationMessages();
  const [role, setRole] = useState<StudyRole>(present?.role ?? 'owner');
  return (
    <>
      <Select
        label={w.people.role}
        help={w.roleHelp[role]}
        name="role"
        options={ROLES.map((value) => ({ value, label: w.roles[value] }))}
        defaultValue={role}
        onChange={(value) => setRole(value as StudyRole)}
      />
      <CheckCard
        name="mayUnblind"
        label={w.mayUnblind}
        note={w.mayUnblindHelp}
        defaultChecked={present?.mayUnblind}
      />
    </>
  );
}

type GivingProps = { open: boolean; me: Me; onClose: () => void; onLink: (link: Link) => void };

function Giving({ open, me, onClose, onLink }: GivingProps) {
  const w = useInstallationMessages();
  const studies = useOwnStudies(me);
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title={w.people.inviteTitle}
      help={w.people.inviteHelp}
      words={w.people}
      send={async (read) => {
        const username = read('username');
        const body = { username, study: read('study'), ...roleIn(read) };
        const made = await api.post(PATH, { body });
        if (made.token) onLink({ ...made, username });
        else notify('good', w.people.given);
        await refetch();
      }}
    >
      {(errors) => (
        <>
          <TextField
            label={w.people.username}
            help={w.people.usernameHelp}
            name="username"
            error={errors.username}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
          />
          <Select label={w.people.study} name="study" options={studies} />
          <RoleFields />
        </>
      )}
    </DialogForm>
  );
}

/** The link of an invitation, which is shown only once. */
function LinkDialog({ link, onClose }: { link: Link | undefined; onClose: () => void }) {
  const { people: w } = useInstallationMessages();
  const address = `${window.location.origin}/console/invitation?token=${link?.token ?? ''}`;
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    notify('good', w.copied);
  };
  const until = link?.until
    ? new Date(link.until).toLocaleString(document.documentElement.lang)
    : '';
  return (
    <Dialog
      open={link !== undefined}
      onClose={onClose}
      title={w.linkTitle}
      actions={
        <>
          <Button variant="secondary" small onClick={() => void copy()}>
            {w.copy}
          </Button>
          <Button small onClick={onClose}>
            {w.done}
          </Button>
        </>
      }
    >
      <p>{w.linkText(link?.username ?? '', until)}</p>
      <p className={s.link}>{address}</p>
    </Dialog>
  );
}
