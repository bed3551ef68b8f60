import type { Report } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Callout } from '@/ui/callout';
import { Computed } from '../data/computed';

import { PrintButton } from '../parts/print-button';
import { Section } from '../parts/section';
import { Calibration } from './calibration';
import { Hypotheses } from './hypotheses';
import { Items } from './items';
import { OutcomeSection } from './outcomes';
import s from './results.module.css';
import { Robustness } from './robustness';
import { Scales } from './scales';
import { UnblindingPart } from './unblinding';

/** What came out: the answer first, what to keep in mind, then what it rests on. */
export default function ResultsPage() {
  return (
    <>
      <UnblindingPart />
      <Computed>{(report) => <Findings report={report} />}</Computed>
    </>
  );
}

function Findings({ report }: { report: Report }) {
  const w = useConsoleMessages().results;
  return (
    <>
      <Section title={w.result} tools={<PrintButton />}>
        <p className={s.headline}>{report.headline}</p>
        {report.cautions.length > 0 && (
          <Callout kind="warn" title={w.cautions}>
            <ul className={s.cautions}>
              {report.cautions.map((caution) => (
                <li key={caution}>{caution}</li>
              ))}
            </ul>
          </Callout>
        )}
      </Section>
      <Hypotheses report={report} />
      <OutcomeSection report={report} />
      <Calibration report={report} />
      <Items report={report} />
      <Robustness report={report} />
      <Scales report={report} />
    </>
  );
}
