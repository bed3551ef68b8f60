import { useState } from 'react';
import { Link } from 'react-router';
import type { Studies as List, Me, StudyEntry } from '@/api/schema';
import { notify } from '@/features/notifications/store';
import { api } from '@/lib/api-client';
import { cx } from '@/lib/cx';
import { useInstallationMessages } from '@/locales/installation';
import { Button, buttonClass } from '@/ui/button';
import { TextField } from '@/ui/field';
import { Loaded } from '../data/loaded';
import { client, keyOf, useRead } from '../data/query';
import { CONSOLE_PAGES, INSTALLATION_PAGES } from '../frame/pages';
import { Confirm } from '../parts/confirm';
import { Tag, type Tone } from '../parts/controls';
import { Section } from '../parts/section';
import { Table } from '../parts/table';
import { DialogForm } from './dialog-form';
import { choose, handOverTo } from './hand-over';
import s from './installation.module.css';
import { Select } from './select';

const PATH = '/api/installation/studies';
/** While a study starts or can't be opened, its state changes by itself. In ms. */
const PACE = 3_000;

const TONES = {
  open: 'good',
  opening: 'info',
  unavailable: 'bad',
  archived: 'plain',
} satisfies Record<StudyEntry['state'], Tone>;

const isSettled = (list: List | undefined) =>
  list?.studies.every(({ state }) => state === 'open' || state === 'archived') ?? true;

/** Where a study is, for links. */
function addressOf({ host, path }: Pick<StudyEntry, 'host' | 'path'>): string {
  if (!host) return path;
  const { protocol, port } = window.location;
  return `${protocol}//${host}${port && `:${port}`}`;
}

/** The address of a page of its console. At another host name, it first takes the session of this one. */
function consoleOf(study: StudyEntry, page: 'overview' | 'study'): string {
  const address = addressOf(study);
  return study.host ? handOverTo(address, page) : `${address}${CONSOLE_PAGES[page]}`;
}

/** The studies that the person works with. */
export function Studies({ me }: { me: Me }) {
  const { studies: w } = useInstallationMessages();
  const query = useRead(PATH, {}, (list) => (isSettled(list) ? false : PACE));
  const [creating, setCreating] = useState<StudyEntry | 'new' | null>(null);
  return (
    <Section
      title={w.caption}
      help={w.help}
      tools={
        me.owner && (
          <Button small onClick={() => setCreating('new')}>
            {w.create}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {(list) => <StudyTable list={list} me={me} onCopy={setCreating} />}
      </Loaded>
      {me.invites && (
        <p className="note">
          {w.handOver} <Link to={INSTALLATION_PAGES.people}>{w.giveRole}</Link>
        </p>
      )}
      <Creation from={creating} onClose={() => setCreating(null)} />
    </Section>
  );
}

function update(list: List): void {
  client.setQueryData(keyOf(PATH), list);
}

type TableProps = { list: List; me: Me; onCopy: (study: StudyEntry) => void };

function StudyTable({ list, me, onCopy }: TableProps) {
  const w = useInstallationMessages();
  const [asked, setAsked] = useState<{ study: StudyEntry; action: 'archive' | 'remove' }>();
  const study = asked?.study;
  const reopen = async ({ id }: StudyEntry) =>
    update(await api.post('/api/installation/studies/{id}/reopen', { path: { id } }));
  return (
    <>
      <Table<StudyEntry>
        stacks="labelled"
        caption={w.studies.caption}
        rows={list.studies}
        rowKey={(row) => row.id}
        empty={w.studies.none}
        columns={[
          {
            id: 'study',
            label: w.studies.study,
            head: true,
            cell: (row) => (
              <span className={s.state}>
                <span>{row.title}</span>
                <span className="note">{addressOf(row) || '/'}</span>
              </span>
            ),
          },
          {
            id: 'state',
            label: w.studies.state,
            cell: (row) => (
              <span className={s.state}>
                <Tag tone={TONES[row.state]}>{w.studies.condition[row.state]}</Tag>
                {row.fault && (
                  <span className={`${s.fault} note`}>
                    {w.studies.fault} {row.fault}
                  </span>
                )}
              </span>
            ),
          },
          {
            id: 'recruitment',
            label: w.studies.recruitment,
            cell: (row) => <Recruitment study={row} />,
          },
          { id: 'role', label: w.studies.role, cell: (row) => w.roles[row.role] },
          {
            id: 'actions',
            label: w.studies.actions,
            buttons: true,
            wide: true,
            cell: (row) => (
              <span className={s.tools}>
                {row.state === 'open' && (
                  <>
                    <a
                      className={buttonClass({ variant: 'secondary', small: true })}
                      href={consoleOf(row, 'overview')}
                      onClick={() => choose(row.id)}
                    >
                      {w.studies.console}
                    </a>
                    <a
                      className={cx(buttonClass({ variant: 'quiet', small: true }), s.action)}
                      href={`${addressOf(row)}/`}
                    >
                      {w.studies.page}
                    </a>
                  </>
                )}
                {me.owner && (
                  <Button variant="quiet" small onClick={() => onCopy(row)}>
                    {w.studies.copy}
                  </Button>
                )}
                {row.id !== 'main' && row.role === 'owner' && row.state !== 'archived' && (
                  <Button
                    variant="quiet"
                    small
                    onClick={() => setAsked({ study: row, action: 'archive' })}
                  >
                    {w.studies.archive}
                  </Button>
                )}
                {row.state === 'archived' && row.role === 'owner' && (
                  <Button variant="quiet" small onClick={() => void reopen(row)}>
                    {w.studies.reopen}
                  </Button>
                )}
                {row.state === 'archived' && me.owner && (
                  <Button
                    variant="quiet"
                    small
                    onClick={() => setAsked({ study: row, action: 'remove' })}
                  >
                    {w.studies.remove}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      <Confirm
        open={asked?.action === 'archive'}
        onClose={() => setAsked(undefined)}
        title={w.studies.archiveTitle(study?.title ?? '')}
        action={w.studies.archive}
        run={async () => {
          const id = study?.id ?? '';
          update(await api.post('/api/installation/studies/{id}/archive', { path: { id } }));
        }}
      >
        <p>{w.studies.archiveText}</p>
      </Confirm>
      <Confirm
        open={asked?.action === 'remove'}
        onClose={() => setAsked(undefined)}
        title={w.studies.removeTitle(study?.title ?? '')}
        action={w.studies.remove}
        typed={{ label: w.studies.removeTyped(study?.id ?? ''), text: study?.id ?? '' }}
        run={async () => {
          const id = study?.id ?? '';
          update(await api.delete('/api/installation/studies/{id}', { path: { id } }));
          notify('good', w.studies.removed);
        }}
      >
        <p>{w.studies.removeText}</p>
      </Confirm>
    </>
  );
}

/** Whether participants can register, with the way to change it for owners. */
function Recruitment({ study }: { study: StudyEntry }) {
  const { studies: w } = useInstallationMessages();
  if (!study.recruitment) return '–';
  return (
    <span className={s.state}>
      <span>{w.enrolment[study.recruitment]}</span>
      {study.role === 'owner' && study.state === 'open' && (
        <a
          href={consoleOf(study, 'study')}
          aria-label={w.changeOf(study.title)}
          onClick={() => choose(study.id)}
        >
          {w.change}
        </a>
      )}
    </span>
  );
}

/** Creates a study from a template, or as a copy of another one. */
function Creation({ from, onClose }: { from: StudyEntry | 'new' | null; onClose: () => void }) {
  const { studies: w } = useInstallationMessages();
  const copied = from !== 'new' && from;
  return (
    <DialogForm
      open={from !== null}
      onClose={onClose}
      title={copied ? w.copyTitle(copied.title) : w.createTitle}
      help={copied ? w.copyHelp : w.createHelp}
      words={w}
      send={async (read) => {
        const own = copied
          ? { copyOf: copied.id }
          : { title: read('title'), template: read('template') };
        const body = { id: read('id'), host: read('host') || null, ...own };
        update(await api.post(PATH, { body }));
        notify('good', w.created);
      }}
    >
      {(errors) => (
        <>
          {!copied && (
            <>
              <TextField label={w.titleField} name="title" error={errors.title} required />
              <Select
                label={w.template}
                name="template"
                options={Object.entries(w.templates).map(([value, label]) => ({ value, label }))}
              />
            </>
          )}
          <TextField
            label={w.id}
            help={w.idHelp}
            name="id"
            error={errors.id}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
          />
          <TextField
            label={w.host}
            help={w.hostHelp}
            name="host"
            error={errors.host}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            optional
          />
        </>
      )}
    </DialogForm>
  );
}
