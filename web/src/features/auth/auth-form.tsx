import { type ReactNode, useEffect, useRef } from 'react';
import { BASE } from '@/lib/site';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import s from './auth-form.module.css';
import type { AuthFormState } from './use-auth-form';

type Props = {
  form: AuthFormState;
  /** The label of the button, and its label while the form is being sent. */
  submit: string;
  submitting: string;
  note?: ReactNode;
  children: ReactNode;
};

/** The form for signing in and registering. It also works before the app runs. */
export function AuthForm({ form, submit, submitting, note, children }: Props) {
  return (
    <form
      ref={form.ref}
      method="post"
      action={`${BASE}/auth`}
      className={s.form}
      noValidate
      onSubmit={form.submit}
      onInput={form.edit}
    >
      <FormProblem message={form.problem} />
      {children}
      <p className="vh" role="status">
        {form.busy && submitting}
      </p>
      <Button type="submit" block aria-busy={form.busy}>
        {form.busy ? submitting : submit}
      </Button>
      {note && <p className={s.note}>{note}</p>}
    </form>
  );
}

/**
 * The error of the whole form. Its container is always present, so that a change is announced; it takes the focus,
 * because it is above the button.
 */
function FormProblem({ message }: { message: string | null }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) alert.current?.focus();
  }, [message]);
  return (
    <div ref={alert} role="alert" tabIndex={-1}>
      {message && <Callout kind="bad">{message}</Callout>}
    </div>
  );
}
