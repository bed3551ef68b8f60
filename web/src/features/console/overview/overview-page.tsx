import { Link } from 'react-router';
import type { Overview } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Callout } from '@/ui/callout';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';

import { useSimulated } from '../data/simulated';
import { CONSOLE_PAGES } from '../frame/pages';
import { num, percent } from '../parts/format';
import { Facts, Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import { DueSection } from './due';
import { EnrolmentSection } from './enrolment';
import { Funnel } from './funnel';
import { InvitationsSection } from './invitations';
import { LaterParts } from './later-parts';
import { LiveLine } from './live-line';
import { Target } from './target';
import { UsageSection } from './usage';
import { usePeople } from './use-people';

/** The state of the study: key figures first, then their details. */
export default function OverviewPage() {
  const simulated = useSimulated();
  const query = useRead('/api/admin/overview', { query: { simulated } });
  return (
    <>
      <LiveLine simulated={simulated} />
      <Loaded query={query}>{(overview) => <Figures overview={overview} />}</Loaded>
      <UsageSection />
    </>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const w = useConsoleMessages().overview;
  const { all } = overview;
  const people = usePeople(overview);
  const rate = (part: number) => (all.allocated > 0 ? percent(part / all.allocated) : '');
  const isEmpty = all.allocated === 0;
  return (
    <>
      {isEmpty && (
        <Callout title={w.noParticipants}>
          <p>{overview.kinds.simulated > 0 ? w.onlySimulated : w.noParticipantsHelp}</p>
        </Callout>
      )}
      {people && <Target overview={people} peopleOnly={overview.withSimulated} />}
      <Facts
        facts={[
          { label: w.registered, value: num(all.allocated) },
          { label: w.exposed, value: num(all.exposed), note: rate(all.exposed) },
          { label: w.finished, value: num(all.finished), note: rate(all.finished) },
          { label: w.underWay, value: num(all.underWay), note: rate(all.underWay) },
          ...(all.turnedAway > 0 ? [{ label: w.turnedAway, value: num(all.turnedAway) }] : []),
          { label: w.withdrawn, value: num(all.withdrawn), note: w.erased(all.erased) },
          { label: w.excluded, value: num(all.excluded) },
        ]}
      />
      <EnrolmentSection overview={overview} />
      <Funnel overview={overview} />
      <LaterParts overview={overview} />
      {overview.waves.length > 0 && <InvitationsSection />}
      {overview.waves.length > 0 && <DueSection />}
      <Flagged overview={overview} />
    </>
  );
}

const FLAGS = [
  'inactive',
  'tooFast',
  'straightLining',
  'failedAttention',
  'mediaFailed',
  'answeredUnseen',
  'answeredUnchecked',
  'notTimed',
] as const;
const IN_ADDRESS = {
  inactive: 'inactive',
  tooFast: 'too_fast',
  straightLining: 'straight_lining',
  failedAttention: 'failed_attention',
  mediaFailed: 'media_failed',
  answeredUnseen: 'answered_unseen',
  answeredUnchecked: 'answered_unchecked',
  notTimed: 'not_timed',
} as const satisfies Record<(typeof FLAGS)[number], string>;

/** The quality flags, each count with a link to its participants. */
function Flagged({ overview: { flags, blinded } }: { overview: Overview }) {
  const w = useConsoleMessages();
  return (
    <Section title={w.overview.flagged} help={w.overview.flaggedHelp(blinded)}>
      <Table<(typeof FLAGS)[number]>
        caption={w.overview.flagged}
        rows={FLAGS}
        rowKey={(flag) => flag}
        columns={[
          {
            id: 'flag',
            label: w.overview.flag,
            head: true,
            cell: (flag) => w.signs[IN_ADDRESS[flag]],
          },
          numeric('people', w.overview.people, (flag) => num(flags[flag])),
          {
            id: 'show',
            label: w.overview.list,
            cell: (flag) =>
              flags[flag] > 0 && (
                <Link to={`${CONSOLE_PAGES.participants}?flag=${IN_ADDRESS[flag]}`}>
                  {w.overview.show}
                  <span className="vh"> {w.signs[IN_ADDRESS[flag]]}</span>
                </Link>
              ),
          },
        ]}
      />
    </Section>
  );
}
