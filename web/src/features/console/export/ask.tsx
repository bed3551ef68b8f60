import { useEffect, useState } from 'react';
import type { PastExport } from '@/api/schema';
import { api } from '@/lib/api-client';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Icon } from '@/ui/icon';
import { useErrorMessage } from '../data/error-message';
import { client, useRead } from '../data/query';
import { useSimulated } from '../data/simulated';
import { useMay } from '../data/use-may';
import { Confirm } from '../parts/confirm';
import { num } from '../parts/format';
import { Problem } from '../parts/problem';
import s from './export.module.css';

const CHOICES = ['blinded', 'public', 'simulated', 'spreadsheet', 'identities'] as const;
/** Both would reveal the arms of a blinded package. */
const NOT_BLINDED: readonly Choice[] = ['public', 'identities'];
type Choice = (typeof CHOICES)[number];
type Choices = Record<Choice, boolean>;

/** How often the page checks whether the package is ready, in ms. */
const PACE = 1_500;

type Stage = 'none' | 'asking' | 'making' | 'made';

/**
 * Requests a package. The browser downloads it directly, so that it does not pass through this page's memory. It is
 * ready when `past`, the list of exports, has an entry for each file.
 */
export function AskForPackage({ past }: { past: readonly PastExport[] }) {
  const w = useConsoleMessages().export;
  const byExport = useRead('/api/admin/unblinding').data?.byExport === true;
  const may = useMay();
  const onlyBlinded = byExport && !may('POST /api/admin/unblinding');
  const unblinding = useConsoleMessages().unblinding;
  const [chosen, setChosen] = useState<Choices>({
    blinded: false,
    public: false,
    simulated: false,
    spreadsheet: false,
    identities: false,
  });
  const blinded = onlyBlinded || chosen.blinded;
  const choices = blinded ? { ...chosen, blinded, public: false, identities: false } : chosen;
  const unblinds = byExport && !blinded;
  const [asking, setAsking] = useState(false);
  const [stage, setStage] = useState<Stage>('none');
  const [awaited, setAwaited] = useState({ after: '', files: 0, unblinds: false });
  const [problem, setProblem] = useState<string>();
  const errorMessage = useErrorMessage();

  useEffect(() => {
    if (stage !== 'making') return;
    const timer = setInterval(() => {
      for (const read of ['/api/admin/exports', '/api/admin/unblinding']) {
        void client.invalidateQueries({ queryKey: [read] });
      }
    }, PACE);
    return () => clearInterval(timer);
  }, [stage]);
  const made =
    stage === 'making' && past.filter((one) => one.at > awaited.after).length >= awaited.files;
  useEffect(() => {
    if (made) setStage('made');
  }, [made]);
  // A participant enrolled before the export began. The export would unblind the study, so it is rejected.
  const enrolled = stage === 'making' && !made && unblinds && !awaited.unblinds;
  useEffect(() => {
    if (!enrolled) return;
    setStage('none');
    setProblem(w.enrolled);
  }, [enrolled, w]);

  const ask = async (reason = '') => {
    setStage('asking');
    setProblem(undefined);
    try {
      const body = { ...choices, reason };
      const tickets = await api.post('/api/admin/exports', { body });
      if (tickets.unblinded) void client.invalidateQueries();
      setAwaited({ after: past[0]?.at ?? '', files: tickets.identities ? 2 : 1, unblinds });
      setStage('making');
      fetchFile(tickets.package);
      if (tickets.identities) fetchFile(tickets.identities);
    } catch (error) {
      setStage('none');
      // A participant may have enrolled, or the study may have been unblinded, since this page was loaded.
      void client.invalidateQueries({ queryKey: ['/api/admin/unblinding'] });
      setProblem(errorMessage(error));
      throw error;
    }
  };
  const question = unblinds || choices.identities;
  return (
    <div className={`${s.card} panel no-print`}>
      <fieldset className={s.choices}>
        <legend>{w.options}</legend>
        {CHOICES.map((choice) => (
          <label key={choice}>
            <input
              type="checkbox"
              checked={choices[choice]}
              disabled={
                (choice === 'blinded' && onlyBlinded) || (blinded && NOT_BLINDED.includes(choice))
              }
              onChange={(event) => setChosen({ ...chosen, [choice]: event.target.checked })}
            />
            <span>
              <strong>{w.choices[choice]}</strong> {w.choiceNotes[choice]}
            </span>
          </label>
        ))}
      </fieldset>
      {onlyBlinded && <p>{w.onlyBlinded}</p>}
      {!choices.simulated && <LeftOut />}
      <div>
        <Button
          small
          aria-disabled={stage === 'asking'}
          onClick={() => (question ? setAsking(true) : void ask().catch(() => {}))}
        >
          <Icon name="download" size={18} />
          {w.download}
        </Button>
      </div>
      <div role="status" className={s.state}>
        {stage === 'making' && (
          <>
            <progress aria-label={w.making} />
            <p>{w.making}</p>
          </>
        )}
        {stage === 'made' && <p>{w.made}</p>}
      </div>
      <Problem message={problem} />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={unblinds ? w.unblindTitle : w.sure}
        action={unblinds ? w.unblindAction : w.download}
        reason={unblinds ? { label: unblinding.why, help: unblinding.whyHelp } : undefined}
        run={ask}
      >
        {unblinds && <p>{w.namesArms}</p>}
        {choices.identities && <p>{w.namesPeople}</p>}
      </Confirm>
    </div>
  );
}

/** How many simulated participants are omitted unless the box is ticked; a warning if there are no others. */
function LeftOut() {
  const w = useConsoleMessages().export;
  const { people, simulated } = useRead('/api/admin/overview', {
    query: { simulated: useSimulated() },
  }).data?.kinds ?? { people: 0, simulated: 0 };
  if (simulated === 0) return null;
  if (people > 0) return <p>{w.simulatedLeftOut(num(simulated))}</p>;
  return <Callout>{w.onlySimulated}</Callout>;
}

/** The address itself authorises the download, so the browser can fetch the file. */
function fetchFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
