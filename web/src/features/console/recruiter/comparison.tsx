import { Link } from 'react-router';
import type {
  ComparedPart,
  ComparisonCase,
  ComparisonState,
  FindingCount,
  KeptGroup,
  ProlificFailure,
  RecruiterComparison,
} from '@/api/schema';
import { api } from '@/lib/api-client';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { change } from '../data/change';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { participantPath } from '../frame/pages';
import { NONE, num, When } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { useAct } from '../webhooks/use-act';

/** How often the state is read again, in ms: while the server compares, and otherwise. */
const [BUSY_PACE, PACE] = [2_000, 60_000];

/** The states in which nothing can be compared. */
const IDLE: readonly ComparisonState[] = ['not_in_study', 'no_token', 'ended'];

/** The comparison with the submissions at Prolific. */
export function Comparison() {
  const w = useConsoleMessages().recruiter;
  const query = useRead('/api/admin/recruiter', {}, (data) =>
    data?.state === 'running' ? BUSY_PACE : PACE,
  );
  const state = query.data?.state;
  return (
    <Section
      title={w.title}
      help={w.help}
      tools={state && !IDLE.includes(state) && <CompareNow running={state === 'running'} />}
    >
      <Loaded query={query}>{(data) => <Shown data={data} />}</Loaded>
    </Section>
  );
}

function CompareNow({ running }: { running: boolean }) {
  const w = useConsoleMessages().recruiter;
  const act = useAct();
  const compare = () => act(change(api.post('/api/admin/recruiter/comparison', {}), w.asked));
  return (
    <Button
      variant="secondary"
      small
      aria-disabled={running}
      onClick={() => {
        if (!running) void compare();
      }}
    >
      <span aria-live="polite">{running ? w.comparing : w.compare}</span>
    </Button>
  );
}

function Shown({ data }: { data: RecruiterComparison }) {
  const w = useConsoleMessages().recruiter;
  const { state, failure } = data;
  if (state === 'not_in_study' || state === 'no_token' || state === 'ended') {
    return (
      <Callout>
        <p>{w.idle[state]}</p>
      </Callout>
    );
  }
  return (
    <>
      {state === 'failed' && failure && <Failed failure={failure} data={data} />}
      <p className="note">
        {data.comparedAt ? (
          <>
            {w.compared} <When at={data.comparedAt} seconds />.
          </>
        ) : (
          w.never
        )}{' '}
        {state !== 'running' && data.nextAt && (
          <>
            {w.next} <When at={data.nextAt} />.
          </>
        )}
      </p>
      {data.comparedAt && <Result data={data} />}
    </>
  );
}

function Failed({ failure, data }: { failure: ProlificFailure; data: RecruiterComparison }) {
  const w = useConsoleMessages().recruiter;
  const about = failure.study
    ? w.aboutStudy(failure.study)
    : failure.group && w.aboutGroup(failure.group);
  const status = failure.status != null && w.status(num(failure.status));
  return (
    <Callout kind="bad" title={w.failed} role="alert">
      <p>{[w.failures[failure.kind], about, status].filter(Boolean).join(' ')}</p>
      {data.failedAt && (
        <p>
          {w.failedAt} <When at={data.failedAt} seconds />.
        </p>
      )}
    </Callout>
  );
}

/** A kind of difference in a part. */
type FoundRow = FindingCount & { part: string };

function Result({ data }: { data: RecruiterComparison }) {
  const w = useConsoleMessages().recruiter;
  const found: FoundRow[] = data.parts.flatMap((part) =>
    part.findings.map((one) => ({ ...one, part: name(part, w.first) })),
  );
  return (
    <>
      <Table<ComparedPart>
        caption={w.parts}
        captionShown
        rows={data.parts}
        rowKey={(part) => part.wave}
        columns={[
          { id: 'part', label: w.part, head: true, cell: (part) => name(part, w.first) },
          numeric('submissions', w.submissions, (part) => num(part.submissions)),
          numeric('cases', w.toCheck, (part) =>
            num(part.findings.reduce((sum, one) => sum + one.count, 0)),
          ),
        ]}
      />
      <Unknown parts={data.parts} />
      <Table<FoundRow>
        stacks
        caption={w.found}
        captionShown
        rows={found}
        rowKey={(row) => `${row.part} ${row.finding}`}
        empty={w.agrees}
        columns={[
          {
            id: 'finding',
            label: w.finding,
            head: true,
            wide: true,
            cell: (row) => w.findings[row.finding],
          },
          { id: 'part', label: w.part, cell: (row) => row.part },
          numeric('count', w.count, (row) => num(row.count)),
        ]}
      />
      {data.cases.length > 0 && <Cases data={data} />}
      {data.groups.length > 0 && <Groups groups={data.groups} />}
      <p className="note">{w.howTo}</p>
    </>
  );
}

const name = ({ title }: Pick<ComparedPart, 'title'>, first: string) => title ?? first;

/** Statuses that the server does not know. */
function Unknown({ parts }: { parts: ComparedPart[] }) {
  const w = useConsoleMessages().recruiter;
  const unknown = parts.flatMap((part) => Object.entries(part.unknown));
  return unknown.map(([status, many]) => (
    <p className="note" key={status}>
      {w.unknown(status, num(many))}
    </p>
  ));
}

function Cases({ data }: { data: RecruiterComparison }) {
  const w = useConsoleMessages().recruiter;
  const part = (wave: string) => {
    const own = data.parts.find((one) => one.wave === wave);
    return own ? name(own, w.first) : wave;
  };
  return (
    <Table<ComparisonCase>
      stacks
      caption={w.cases}
      captionShown
      rows={data.cases}
      rowKey={(row, at) => `${row.participant} ${at}`}
      columns={[
        {
          id: 'participant',
          label: w.participant,
          head: true,
          cell: (row) => <Link to={participantPath(row.participant)}>{row.participant}</Link>,
        },
        { id: 'finding', label: w.finding, wide: true, cell: (row) => w.findings[row.finding] },
        { id: 'part', label: w.part, cell: (row) => part(row.wave) },
        { id: 'status', label: w.statusThere, cell: (row) => row.status || NONE },
      ]}
    />
  );
}

function Groups({ groups }: { groups: KeptGroup[] }) {
  const w = useConsoleMessages().recruiter;
  return (
    <Table<KeptGroup>
      caption={w.groups}
      captionShown
      rows={groups}
      rowKey={(group) => group.wave}
      columns={[
        { id: 'part', label: w.part, head: true, cell: (group) => name(group, group.wave) },
        numeric('members', w.members, (group) => num(group.members)),
        numeric('added', w.added, (group) => num(group.added)),
        numeric('removed', w.removed, (group) => num(group.removed)),
      ]}
    />
  );
}
