import type { Report, ResultsLook } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';
import { Callout } from '@/ui/callout';
import { Computed } from '../data/computed';

import { PrintButton } from '../parts/print-button';
import { Section } from '../parts/section';
import { Advice } from './advice';
import { BaselineTable } from './baseline';
import { Calibration } from './calibration';
import { Compliance } from './compliance';
import { Dropouts } from './dropouts';
import { Factors } from './factors';
import { Hypotheses } from './hypotheses';
import { Imputation } from './imputation';
import { ItemResponse } from './item-response';
import { Items } from './items';
import { Looks } from './looks';
import { Moderators } from './moderators';
import { OutcomeSection } from './outcomes';
import { PlannedLooks } from './planned-looks';
import s from './results.module.css';
import { Robustness } from './robustness';
import { Scales } from './scales';
import { Specifications } from './specifications';
import { AboutTrial } from './trial';
import { UnblindingPart } from './unblinding';
import { Watched } from './watched';
import { LaterWaves } from './waves';
import { Withheld } from './withheld';

/** The results: conclusions first, then cautions, then the data behind them. */
export default function ResultsPage() {
  return (
    <>
      <UnblindingPart />
      <Computed>{(report, looks) => <Findings report={report} looks={looks} />}</Computed>
    </>
  );
}

function Findings({ report, looks }: { report: Report; looks: ResultsLook[] }) {
  const w = useConsoleMessages().results;
  const shown = report.stage.kind !== 'interim' && report.stage.kind !== 'planned_look';
  return (
    <>
      <Section title={w.result} tools={<PrintButton />}>
        {!shown && <Withheld report={report} />}
        {shown && <p className={s.headline}>{report.headline}</p>}
        {shown && <p className="help">{report.method}</p>}
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
      {shown && <Hypotheses report={report} />}
      <PlannedLooks report={report} />
      <BaselineTable report={report} />
      {shown && <OutcomeSection report={report} />}
      <Factors report={report} />
      <LaterWaves report={report} />
      {shown && <Calibration report={report} />}
      <Items report={report} />
      <ItemResponse report={report} />
      {shown && <Moderators report={report} />}
      <Robustness report={report} contrasts={shown} />
      <Specifications report={report} />
      <Advice report={report} />
      {shown && <Compliance report={report} />}
      <Watched report={report} />
      <Dropouts report={report} />
      {shown && <Imputation report={report} />}
      {shown && <Scales report={report} />}
      <AboutTrial report={report} />
      {looks.length > 0 && <Looks looks={looks} />}
    </>
  );
}
