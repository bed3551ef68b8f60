import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ApiProblem } from '@/lib/problems';
import { errorMessage, fieldMessage } from '@/locales/error-message';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Problem } from '../parts/problem';
import s from './installation.module.css';

type Read = (name: string) => string;
type Errors = Partial<Record<string, string>>;

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  help: string;
  words: { submit: string; submitting: string; cancel: string };
  /** Sends the form. The dialog stays open if this fails. */
  send: (read: Read) => Promise<unknown>;
  children: (errors: Errors) => ReactNode;
};

/** A dialog with a form. Errors of fields are shown next to them, others above the buttons. */
export function DialogForm({ open, onClose, title, help, words, send, children }: Props) {
  const form = useId();
  const [busy, setBusy] = useState(false);
  const actions = (
    <>
      <Button variant="secondary" small onClick={onClose}>
        {words.cancel}
      </Button>
      <Button small type="submit" form={form} aria-disabled={busy}>
        {busy ? words.submitting : words.submit}
      </Button>
    </>
  );
  return (
    <Dialog open={open} onClose={onClose} title={title} actions={open && actions}>
      {open && (
        <Fields form={form} help={help} busy={busy} setBusy={setBusy} send={send} onDone={onClose}>
          {children}
        </Fields>
      )}
    </Dialog>
  );
}

type FieldsProps = Pick<Props, 'help' | 'send' | 'children'> & {
  form: string;
  busy: boolean;
  setBusy: (busy: boolean) => void;
  onDone: () => void;
};

function Fields({ form, help, busy, setBusy, send, onDone, children }: FieldsProps) {
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const own = event.currentTarget;
    const data = new FormData(own);
    setBusy(true);
    setProblem(undefined);
    setErrors({});
    try {
      await send((name) => String(data.get(name) ?? ''));
      onDone();
    } catch (error) {
      const fields = error instanceof ApiProblem ? error.fields : [];
      setErrors(Object.fromEntries(fields.map((field) => [field.item, fieldMessage(field)])));
      if (fields.length === 0) setProblem(errorMessage(error));
      const first = own.elements.namedItem(fields[0]?.item ?? '');
      if (first instanceof HTMLElement) first.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p>{help}</p>
      <form id={form} className={s.form} onSubmit={(event) => void submit(event)}>
        {children(errors)}
      </form>
      <Problem message={problem} />
    </>
  );
}
