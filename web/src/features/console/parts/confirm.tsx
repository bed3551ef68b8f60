import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { notify } from '@/features/notifications/store';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextArea, TextField } from '@/ui/field';
import { useErrorMessage } from '../data/error-message';
import { keepFocus, useToInvalid } from './focus';
import { Problem } from './problem';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What the action changes, for whom, and whether it can be undone. */
  children: ReactNode;
  /** The label of the confirmation button. */
  action: string;
  /** Asks for a reason, which is recorded in the audit log. */
  reason?: { label: string; help?: string } | undefined;
  /** The text to type before an action that can't be undone. */
  typed?: { label: string; text: string } | undefined;
  run: (reason: string) => Promise<unknown>;
};

/**
 * The confirmation of a harmful action. It stays open if the server rejects the action. The dialog is always mounted,
 * so that closing it returns the focus to its opener. Its contents are mounted each time, so that no earlier input
 * remains.
 */
export function Confirm({ open, onClose, title, action, ...asked }: Props) {
  const w = useConsoleMessages().confirm;
  const form = useId();
  const [busy, setBusy] = useState(false);
  // An action may remove its own page, with the open dialog.
  useEffect(() => (open ? keepFocus : undefined), [open]);
  const actions = (
    <>
      <Button variant="secondary" small onClick={onClose}>
        {w.cancel}
      </Button>
      <Button variant="danger" small type="submit" form={form} aria-disabled={busy}>
        {busy ? w.busy : action}
      </Button>
    </>
  );
  const closed = () => {
    onClose();
    keepFocus();
  };
  return (
    <Dialog open={open} onClose={closed} title={title} actions={open && actions}>
      {open && <Asking {...asked} form={form} busy={busy} setBusy={setBusy} onDone={onClose} />}
    </Dialog>
  );
}

type AskingProps = Pick<Props, 'children' | 'reason' | 'typed' | 'run'> & {
  /** The ID of the form, for the button. */
  form: string;
  busy: boolean;
  setBusy: (busy: boolean) => void;
  onDone: () => void;
};

function Asking({ children, reason, typed, run, form, busy, setBusy, onDone }: AskingProps) {
  const w = useConsoleMessages().confirm;
  const [why, setWhy] = useState('');
  const [name, setName] = useState('');
  const [attempts, setAttempts] = useState(0);
  const [problem, setProblem] = useState<string>();
  const errorMessage = useErrorMessage();
  const fields = useToInvalid(attempts);
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const lacksReason = reason !== undefined && why.trim() === '';
  const lacksName = typed !== undefined && name.trim() !== typed.text;
  const submit = async () => {
    setAttempts(attempts + 1);
    if (lacksReason || lacksName) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await run(why.trim());
      if (shown.current) onDone();
      // Escape closed the dialog during the call. Its opener had the focus and may now be removed.
      else keepFocus();
    } catch (error) {
      // Escape closes the dialog during the call; an error is still shown.
      if (shown.current) setProblem(errorMessage(error));
      else notify('bad', errorMessage(error), 0);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {children}
      <form
        id={form}
        ref={fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        {reason && (
          <TextArea
            label={reason.label}
            help={reason.help}
            error={attempts > 0 && lacksReason ? w.reasonMissing : undefined}
            value={why}
            maxLength={500}
            onChange={(event) => setWhy(event.target.value)}
          />
        )}
        {typed && (
          <TextField
            label={typed.label}
            error={attempts > 0 && lacksName ? w.nameWrong : undefined}
            value={name}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </form>
      <Problem message={problem} />
    </>
  );
}
