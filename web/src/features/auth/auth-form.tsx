import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import s from './auth-form.module.css';
import type { AuthFormState } from './use-auth-form';

type Props = {
  form: AuthFormState;
  /** On the button, and while the form is being sent. */
  submit: string;
  submitting: string;
  note?: ReactNode;
  children: ReactNode;
};

/** The form around the fields of signing in and registering. It also works before the app runs. */
export function AuthForm({ form, submit, submitting, note, children }: Props) {
  return (
    <form
      ref={form.ref}
      method="post"
      action="/auth"
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
 * What is wrong with the whole form. The place is there from the start, so that a change is read out; it takes
 * the focus, which brings the eyes here from the button below.
 */
function FormProblem({ message }: { message: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) place.current?.focus();
  }, [message]);
  return (
    <div ref={place} role="alert" tabIndex={-1}>
      {message && <Callout kind="bad">{message}</Callout>}
    </div>
  );
}
