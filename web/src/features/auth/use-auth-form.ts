import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '@/api/schema';
import { startOf } from '@/features/signed-in/start-of';
import { keepLocale } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { errorMessage, fieldMessage } from '@/locales/error-message';
import { useErrorTitle } from '@/ui/title';

/** Reads a field of the form. */
export type Read = (name: string) => string;
type Errors = Partial<Record<string, string>>;
/** Validates the fields before the form is sent. */
export type Check = (read: Read) => Errors;

/** The errors by field, and one for the whole form. */
type Found = { errors: Errors; problem: string | null };

export type AuthFormState = ReturnType<typeof useAuthForm>;

const hasAny = (errors: Errors) => Object.values(errors).some(Boolean);

function reader(form: HTMLFormElement | null): Read {
  const data = new FormData(form ?? undefined);
  return (name) => String(data.get(name) ?? '');
}

/** The server's errors by field of the form, and those of no field. */
function sorted(error: unknown, form: HTMLFormElement): Found {
  if (error instanceof ApiProblem) {
    if (error.code === 'username_taken')
      return { errors: { username: errorMessage(error) }, problem: null };
    if (error.fields.length > 0) {
      const messages = error.fields.map((field) => [field.item, fieldMessage(field)] as const);
      const isHere = ([item]: readonly [string, string]) => form.elements.namedItem(item);
      const [other] = messages.filter((one) => !isHere(one));
      return { errors: Object.fromEntries(messages.filter(isHere)), problem: other?.[1] ?? null };
    }
  }
  return { errors: {}, problem: errorMessage(error) };
}

/** Shared by sign-in and registration: validates, sends, shows errors, and opens the user's page. */
export function useAuthForm(check: Check, send: (read: Read) => Promise<User>) {
  const ref = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const [state, setState] = useState<Found>({ errors: {}, problem: null });
  const [busy, setBusy] = useState(false);
  useErrorTitle(!!state.problem || hasAny(state.errors));

  const show = (form: HTMLFormElement, next: Found) => {
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
      // Pages behind the sign-in have no language of their own.
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
  /** Removes the error of an edited field once its value is valid. */
  const edit = (event: FormEvent<HTMLFormElement>) =>
    clear((event.target as HTMLInputElement).name);

  const fill = (name: string, value: string) => {
    const field = ref.current?.elements.namedItem(name) as HTMLInputElement | undefined;
    if (!field) return;
    field.value = value;
    clear(name);
    field.focus();
  };

  return {
    ref,
    ...state,
    busy,
    value: (name: string) => reader(ref.current)(name),
    fill,
    submit,
    edit,
  };
}
