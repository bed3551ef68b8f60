import { Link } from 'react-router';
import type { Overview } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Callout } from '@/ui/callout';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';

import { useSimulated } from '../data/simulated';
import { PLACES } from '../frame/places';
import { num, percent } from '../parts/format';
import { Facts, Section } from '../parts/section';
import { EnrolmentSection } from './enrolment';
import { slotsTaken } from './figures';
import { Funnel } from './funnel';
import { LiveLine } from './live-line';
import { UsageSection } from './usage';

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
  const { all, target } = overview;
  const rate = (part: number) => (all.allocated > 0 ? percent(part / all.allocated) : '');
  const isEmpty = all.allocated === 0;
  const planned = target == null ? w.noTarget : w.ofTarget(num(slotsTaken(overview)), num(target));
  return (
    <>
      {isEmpty && (
        <Callout title={w.nobody}>
          <p>{overview.kinds.simulated > 0 ? w.onlySimulated : w.nobodyHelp}</p>
        </Callout>
      )}
      <Facts
        facts={[
          {
            label: w.registered,
            value: num(all.allocated),
            // The target is one of participants: simulated ones take no slot of it.
            note: !overview.withSimulated && planned,
          },
          { label: w.exposed, value: num(all.exposed), note: rate(all.exposed) },
          { label: w.finished, value: num(all.finished), note: rate(all.finished) },
          { label: w.underWay, value: num(all.underWay), note: rate(all.underWay) },
          { label: w.withdrawn, value: num(all.withdrawn), note: w.erased(all.erased) },
          { label: w.excluded, value: num(all.excluded) },
        ]}
      />
      <EnrolmentSection overview={overview} />
      <Funnel overview={overview} />
      <Flagged overview={overview} />
    </>
  );
}

const SIGNS = ['stuck', 'tooFast', 'straightLining', 'failedAttention', 'mediaFailed'] as const;
const IN_ADDRESS = {
  stuck: 'stuck',
  tooFast: 'too_fast',
  straightLining: 'straight_lining',
  failedAttention: 'failed_attention',
  mediaFailed: 'media_failed',
} as const satisfies Record<(typeof SIGNS)[number], string>;

/** The quality flags, each count with a link to its participants. */
function Flagged({ overview: { signs, masked } }: { overview: Overview }) {
  const w = useConsoleMessages();
  return (
    <Section title={w.overview.flagged} help={w.overview.flaggedHelp(masked)}>
      <Facts
        facts={SIGNS.map((sign) => ({
          label: w.signs[IN_ADDRESS[sign]],
          value: num(signs[sign]),
          note: signs[sign] > 0 && (
            <Link to={`${PLACES.participants}?sign=${IN_ADDRESS[sign]}`}>
              {w.overview.show}
              <span className="vh"> {w.signs[IN_ADDRESS[sign]]}</span>
            </Link>
          ),
        }))}
      />
    </Section>
  );
}
