import { type ReactNode, useId, useState } from 'react';
import { sayProblem } from '@/lib/say';
import { useConsoleWords } from '@/locales/console';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Dialog } from '@/ui/dialog';
import { TextArea, TextField } from '@/ui/field';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What it changes, for whom, and whether it can be undone. */
  children: ReactNode;
  /** The word on the button that does it. */
  action: string;
  /** Asks for a reason, which goes into the audit log. */
  reason?: { label: string; help?: string } | undefined;
  /** Has this typed first, where nothing can be undone. */
  typed?: { label: string; text: string } | undefined;
  /** What can't be confirmed yet, and why. */
  refused?: string | undefined;
  run: (reason: string) => Promise<unknown>;
};

/** The question before harm. Stays open with the reason when the server refuses. */
export function Confirm(props: Props) {
  const { open, onClose, title } = props;
  // Drawn anew each time, so that nothing typed for another act is left.
  return open ? (
    <Asking key={title} {...props} />
  ) : (
    <Dialog {...closed} title={title} onClose={onClose} />
  );
}

const closed = { open: false, children: null, actions: null };

function Asking({ onClose, title, children, action, reason, typed, refused, run }: Props) {
  const w = useConsoleWords().confirm;
  const form = useId();
  const [why, setWhy] = useState('');
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const lacksReason = reason !== undefined && why.trim() === '';
  const lacksName = typed !== undefined && name.trim() !== typed.text;
  const submit = async () => {
    if (busy || refused) return;
    setMissing(lacksReason || lacksName);
    if (lacksReason || lacksName) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await run(why.trim());
      onClose();
    } catch (error) {
      setProblem(sayProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const actions = (
    <>
      <Button variant="secondary" small onClick={onClose}>
        {w.cancel}
      </Button>
      <Button
        variant="danger"
        small
        type="submit"
        form={form}
        aria-disabled={busy || refused !== undefined}
      >
        {busy ? w.busy : action}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title} actions={actions}>
      {children}
      {refused && <Callout kind="warn">{refused}</Callout>}
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {reason && (
          <TextArea
            label={reason.label}
            help={reason.help}
            error={missing && lacksReason ? w.reasonMissing : undefined}
            value={why}
            maxLength={500}
            onChange={(event) => setWhy(event.target.value)}
          />
        )}
        {typed && (
          <TextField
            label={typed.label}
            error={missing && lacksName ? w.nameWrong : undefined}
            value={name}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </form>
      {problem && (
        <Callout kind="bad" role="alert">
          {problem}
        </Callout>
      )}
    </Dialog>
  );
}
