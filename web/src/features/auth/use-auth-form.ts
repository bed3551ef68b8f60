import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '@/api/schema';
import { startOf } from '@/features/signed-in/start-of';
import { errorMessage, fieldMessage } from '@/lib/error-message';
import { keepLocale } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { useErrorTitle } from '@/lib/title';

/** Reads a field of the form. */
export type Read = (name: string) => string;
type Errors = Partial<Record<string, string>>;
/** The fields that are wrong before anything is sent. */
export type Check = (read: Read) => Errors;

type AuthForm = {
  ref: RefObject<HTMLFormElement | null>;
  errors: Errors;
  /** What is wrong with the whole. */
  problem: string | null;
  busy: boolean;
  value: Read;
  fill: (name: string, value: string) => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** Takes away the error of the field that is edited, once its value is valid. */
  edit: (event: FormEvent<HTMLFormElement>) => void;
};

const hasAny = (errors: Errors) => Object.values(errors).some(Boolean);

function reader(form: HTMLFormElement | null): Read {
  const data = new FormData(form ?? undefined);
  return (name) => String(data.get(name) ?? '');
}

/** The server's errors by field of the form, and those that belong to none. */
function sorted(error: unknown, form: HTMLFormElement): { errors: Errors; problem: string | null } {
  if (error instanceof ApiProblem) {
    if (error.code === 'username_taken')
      return { errors: { username: errorMessage(error) }, problem: null };
    if (error.fields.length > 0) {
      const said = error.fields.map((field) => [field.item, fieldMessage(field)] as const);
      const isHere = ([item]: readonly [string, string]) => form.elements.namedItem(item);
      const [elsewhere] = said.filter((one) => !isHere(one));
      return { errors: Object.fromEntries(said.filter(isHere)), problem: elsewhere?.[1] ?? null };
    }
  }
  return { errors: {}, problem: errorMessage(error) };
}

/** The common part of signing in and registering: check, send, show what is wrong, go on. */
export function useAuthForm(check: Check, send: (read: Read) => Promise<User>): AuthForm {
  const ref = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const [state, setState] = useState<{ errors: Errors; problem: string | null }>({
    errors: {},
    problem: null,
  });
  const [busy, setBusy] = useState(false);
  useErrorTitle(!!state.problem || hasAny(state.errors));

  const show = (form: HTMLFormElement, next: { errors: Errors; problem: string | null }) => {
    setState(next);
    const fields = [...form.elements] as HTMLInputElement[];
    fields.find(({ name }) => next.errors[name])?.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const read = reader(form);
    const errors = check(read);
    show(form, { errors, problem: null });
    if (hasAny(errors)) return;
    setBusy(true);
    try {
      const user = await send(read);
      // Pages behind the sign-in come without a language of their own.
      keepLocale();
      navigate(startOf(user));
    } catch (error) {
      show(form, sorted(error, form));
    } finally {
      setBusy(false);
    }
  };

  const clear = (name: string) => {
    if (!state.errors[name] || check(reader(ref.current))[name]) return;
    setState({ ...state, errors: { ...state.errors, [name]: undefined } });
  };
  const edit = (event: FormEvent<HTMLFormElement>) =>
    clear((event.target as HTMLInputElement).name);

  const fill = (name: string, value: string) => {
    const field = ref.current?.elements.namedItem(name) as HTMLInputElement | undefined;
    if (!field) return;
    field.value = value;
    clear(name);
    field.focus();
  };

  return { ref, ...state, busy, value: (name) => reader(ref.current)(name), fill, submit, edit };
}
