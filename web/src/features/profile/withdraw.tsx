import { useRef, useState } from 'react';
import type { WithdrawalMode, WithdrawalReply } from '@/api/schema';
import { notify } from '@/features/notifications/store';
import { useStudy } from '@/features/study/study';
import { clearSession, hasEnded, session, setUser } from '@/lib/session';
import { useAccountMessages } from '@/locales/account';
import { errorMessage } from '@/locales/error-message';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { RadioCards } from '@/ui/radio-cards';
import { withdraw } from './api';
import s from './profile.module.css';
import { Section } from './section';

/** Withdraws the participant: explains the consequences, asks for confirmation, shows a receipt. */
export function Withdraw({ onDone }: { onDone: (left: WithdrawalReply) => void }) {
  const w = useAccountMessages().profile;
  const [asking, setAsking] = useState(false);
  const offered = useStudy()?.withdrawal ?? 'choose';
  const [chosen, setChosen] = useState<WithdrawalMode>();
  const mode = offered === 'choose' ? chosen : offered;
  const [busy, setBusy] = useState(false);
  const sent = useRef(false);
  const leave = async () => {
    if (!mode || busy) return;
    setBusy(true);
    // Read before the call, which ends the session.
    const { user } = session();
    try {
      const again = sent.current;
      sent.current = true;
      const receipt = await withdraw(mode).catch(async (error: unknown) => {
        // An earlier call withdrew the participant, but its reply was lost.
        if (again && hasEnded()) await clearSession(false, user);
        throw error;
      });
      onDone(receipt);
      // No more usage events are recorded, and pending ones are discarded.
      if (user) setUser({ ...user, analyticsId: null });
      await clearSession(false, user);
    } catch (error) {
      setAsking(false);
      notify('bad', errorMessage(error), 0);
    } finally {
      setBusy(false);
    }
  };
  const actions = (
    <>
      <Button variant="secondary" small onClick={() => setAsking(false)}>
        {w.withdrawStay}
      </Button>
      <Button variant="danger" small aria-disabled={!mode || busy} onClick={() => void leave()}>
        {w.withdrawGo}
      </Button>
    </>
  );
  return (
    <Section title={w.withdraw} help={w.withdrawHelp}>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {w.withdraw}
        </Button>
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={w.withdrawTitle}
        actions={actions}
      >
        {offered === 'choose' ? (
          <Choice value={mode} onChange={setChosen} />
        ) : (
          <p>{offered === 'keep' ? w.keepNote : w.eraseNote}</p>
        )}
        <p>{w.withdrawEnds}</p>
      </Dialog>
    </Section>
  );
}

type ChoiceProps = { value: WithdrawalMode | undefined; onChange: (mode: WithdrawalMode) => void };

/** Shown if the study lets the participant decide about their answers. */
function Choice({ value, onChange }: ChoiceProps) {
  const w = useAccountMessages().profile;
  const options = [
    { value: 'keep', label: w.keep, note: w.keepNote },
    { value: 'erase', label: w.erase, note: w.eraseNote },
  ];
  return (
    <fieldset className={s.group}>
      <legend>{w.withdrawChoose}</legend>
      <RadioCards
        name="withdrawal"
        options={options}
        value={value ?? ''}
        onChange={(mode) => onChange(mode === 'erase' ? 'erase' : 'keep')}
      />
    </fieldset>
  );
}
