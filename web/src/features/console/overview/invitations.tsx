import type {
  FailureKind,
  InvitationMessage,
  InvitationsOverview,
  InvitedWave,
  MessageState,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Callout } from '@/ui/callout';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { num, When } from '../parts/format';
import { Section } from '../parts/section';
import { type Column, numeric, Table } from '../parts/table';

/** Messages are not part of the stream, so they are refetched after this time, in ms. */
const PACE = 60_000;

/** These columns are always there; the others only if they have a number. */
const ALWAYS: readonly MessageState[] = ['planned', 'due', 'sent', 'failed'];
const SOMETIMES: readonly MessageState[] = [
  'not_needed',
  'missed',
  'unsubscribed',
  'no_address',
  'not_permitted',
];

/** The e-mails about later parts, without addresses. Absent for studies that send none. */
export function InvitationsSection() {
  const w = useConsoleMessages().invitations;
  const query = useRead('/api/admin/invitations', {}, () => PACE);
  if (query.data?.waves.length === 0) return null;
  return (
    <Section title={w.title} help={w.help}>
      <Loaded query={query}>{(invitations) => <Messages invitations={invitations} />}</Loaded>
    </Section>
  );
}

function Messages({ invitations: { sending, waves } }: { invitations: InvitationsOverview }) {
  const w = useConsoleMessages().invitations;
  return (
    <>
      {!sending && (
        <Callout kind="warn" title={w.notSending}>
          <p>{w.notSendingHelp}</p>
        </Callout>
      )}
      <Failures waves={waves} />
      {waves.map((wave) => (
        <Table<InvitationMessage>
          key={wave.id}
          caption={`${wave.title} (${wave.id})`}
          captionShown
          rows={wave.messages}
          rowKey={(row) => row.message}
          columns={columns(waves, w)}
        />
      ))}
    </>
  );
}

type Words = ReturnType<typeof useConsoleMessages>['invitations'];

function columns(waves: InvitedWave[], w: Words): Column<InvitationMessage>[] {
  const messages = waves.flatMap((wave) => wave.messages);
  const isUsed = (state: MessageState) => messages.some((message) => people(message, state) > 0);
  const states = [...ALWAYS, ...SOMETIMES.filter(isUsed)];
  return [
    { id: 'message', label: w.message, head: true, cell: (row) => name(row.message, w) },
    ...states.map((state) =>
      numeric<InvitationMessage>(state, w.states[state], (row) => num(people(row, state))),
    ),
    { id: 'next', label: w.nextDue, cell: (row) => <When at={row.nextDue} /> },
  ];
}

function people(message: InvitationMessage, state: MessageState): number {
  return message.people.find((one) => one.state === state)?.people ?? 0;
}

/** `reminder_2` is the second reminder. */
function name(message: string, w: Words): string {
  const number = /^reminder_(\d+)$/.exec(message)?.[1];
  return number ? w.reminder(Number(number)) : w.invitation;
}

/** Why the last attempts failed, each reason once, with what to do. */
function Failures({ waves }: { waves: InvitedWave[] }) {
  const w = useConsoleMessages().invitations;
  const errors = waves.flatMap((wave) => wave.messages).flatMap((message) => message.errors);
  const reasons = [...new Set(errors.map((error) => error.reason))];
  if (reasons.length === 0) return null;
  return (
    <Callout kind="warn" title={w.failures}>
      <ul>
        {reasons.map((reason) => {
          const own = errors.filter((error) => error.reason === reason);
          const messages = own.reduce((sum, error) => sum + error.messages, 0);
          const kind = own[0]?.kind ?? 'unwritten';
          return (
            <li key={reason}>
              {w.failed(messages)} {w.reasons[kind]} <Detail kind={kind} reason={reason} />
            </li>
          );
        })}
      </ul>
    </Callout>
  );
}

type DetailProps = { kind: FailureKind; reason: string };

/** What a recorded reason has beyond its kind: the code of the reply, or the whole reason if its kind is not known. */
function Detail({ kind, reason }: DetailProps) {
  const code = /\b\d{3}\b/.exec(reason)?.[0];
  if (code) return <span className="note">(SMTP {code})</span>;
  if (kind !== 'unwritten') return null;
  return (
    <bdi className="note" lang="en">
      ({reason})
    </bdi>
  );
}
