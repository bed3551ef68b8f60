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
import { Confirm } from '../parts/confirm';
import { num } from '../parts/format';
import s from './export.module.css';

type Choices = { simulated: boolean; spreadsheet: boolean; identities: boolean };
const CHOICES = ['simulated', 'spreadsheet', 'identities'] as const;

/** How often is looked whether the package is there. */
const PACE = 1_500;

type Stage = 'none' | 'asking' | 'making' | 'made';

/**
 * Asks for a package. The browser fetches it as a download of its own, so that nothing of it goes through this
 * page's memory; `past`, the list of exports, tells when it was made: each file has an entry of its own.
 */
export function AskForPackage({ past }: { past: readonly PastExport[] }) {
  const w = useConsoleMessages().export;
  const masked = useRead('/api/admin/unblinding').data?.byExport === true;
  const unblinding = useConsoleMessages().unblinding;
  const [choices, setChoices] = useState<Choices>({
    simulated: false,
    spreadsheet: false,
    identities: false,
  });
  const [asking, setAsking] = useState(false);
  const [stage, setStage] = useState<Stage>('none');
  const [awaited, setAwaited] = useState({ after: '', files: 0, masked: false });
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
  // Somebody came before the package was begun, so that it would unblind the study and is refused.
  const overtaken = stage === 'making' && !made && masked && !awaited.masked;
  useEffect(() => {
    if (!overtaken) return;
    setStage('none');
    setProblem(w.overtaken);
  }, [overtaken, w]);

  const ask = async (reason = '') => {
    setStage('asking');
    setProblem(undefined);
    try {
      const wish = { ...choices, reason };
      const tickets = await api.post('/api/admin/exports', { body: wish });
      if (tickets.unblinded) void client.invalidateQueries();
      setAwaited({ after: past[0]?.at ?? '', files: tickets.identities ? 2 : 1, masked });
      setStage('making');
      fetchFile(tickets.package);
      if (tickets.identities) fetchFile(tickets.identities);
    } catch (error) {
      setStage('none');
      // Somebody may have come, or unblinded the study, since this page asked.
      void client.invalidateQueries({ queryKey: ['/api/admin/unblinding'] });
      setProblem(errorMessage(error));
      throw error;
    }
  };
  const question = masked || choices.identities;
  return (
    <div className={`${s.card} no-print`}>
      <fieldset className={s.choices}>
        <legend>{w.options}</legend>
        {CHOICES.map((choice) => (
          <label key={choice}>
            <input
              type="checkbox"
              checked={choices[choice]}
              onChange={(event) => setChoices({ ...choices, [choice]: event.target.checked })}
            />
            <span>
              <strong>{w.choices[choice]}</strong> {w.choiceNotes[choice]}
            </span>
          </label>
        ))}
      </fieldset>
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
      {problem && (
        <Callout kind="bad" role="alert">
          {problem}
        </Callout>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={masked ? w.unblindTitle : w.sure}
        action={masked ? w.unblindAction : w.download}
        reason={masked ? { label: unblinding.why, help: unblinding.whyHelp } : undefined}
        run={ask}
      >
        {masked && <p>{w.namesArms}</p>}
        {choices.identities && <p>{w.namesPeople}</p>}
      </Confirm>
    </div>
  );
}

/** The robots that stay out without their tick, above all where nobody else would be in the package. */
function LeftOut() {
  const w = useConsoleMessages().export;
  const { people, simulated: robots } = useRead('/api/admin/overview', {
    query: { simulated: useSimulated() },
  }).data?.kinds ?? { people: 0, simulated: 0 };
  if (robots === 0) return null;
  if (people > 0) return <p>{w.robotsLeftOut(num(robots))}</p>;
  return <Callout>{w.onlyRobots}</Callout>;
}

/** The address is the right to the file, so the browser can fetch it by itself. */
function fetchFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
