import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { cx } from '@/lib/cx';
import { useMessages } from '@/locales/messages';
import { Button } from './button';
import s from './field.module.css';
import { Icon } from './icon';

type Labelled = {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
  /** Only for screen readers. */
  hideLabel?: boolean | undefined;
};

type FieldProps = Labelled & { id: string; children: ReactNode };

/** The error of a field, next to it. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  const w = useMessages().ui;
  return (
    <p className={s.error} id={id}>
      <Icon name="alert" size={18} />
      <span>
        <span className="vh">{w.error} </span>
        {children}
      </span>
    </p>
  );
}

/** Label, help, error, box: the order in which a screen reader needs them. */
function Field({ label, help, error, optional, hideLabel, id, children }: FieldProps) {
  const w = useMessages().ui;
  return (
    <div className={s.field}>
      <label className={hideLabel ? 'vh' : s.label} htmlFor={id}>
        {label}
        {optional && <span className={s.optional}> {w.optional}</span>}
      </label>
      {help && (
        <p className={s.help} id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {children}
    </div>
  );
}

type Control = { id?: string | undefined; 'aria-describedby'?: string | undefined };

/** The props of the field around a control, and of the control itself. */
function useField<P extends Labelled & Control>(props: P) {
  const { label, help, error, optional, hideLabel, id: own, ...rest } = props;
  const made = useId();
  const id = own ?? made;
  const described = cx(help && `${id}-help`, error && `${id}-error`, props['aria-describedby']);
  const control = {
    ...rest,
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  };
  return { field: { label, help, error, optional, hideLabel, id }, control };
}

type InputProps = Labelled & ComponentProps<'input'>;
type TextFieldProps = Omit<InputProps, 'width'> & { width?: 'short' | 'medium' | undefined };

/** A single-line text field. With an `id`, an error summary can link to it. */
export function TextField({ width, ...props }: TextFieldProps) {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <input {...control} className={cx(s.input, width && s[width])} />
    </Field>
  );
}

/** A multi-line text field. */
export function TextArea(props: Labelled & ComponentProps<'textarea'>) {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <textarea {...control} className={cx(s.input, s.area)} />
    </Field>
  );
}

/** A number as text, because `type=number` loses input on scrolling and on typing errors. */
export function NumberField(props: TextFieldProps) {
  return <TextField inputMode="decimal" autoComplete="off" width="short" {...props} />;
}

/** A date with the device's picker. */
export function DateField(props: TextFieldProps) {
  return <TextField type="date" width="medium" {...props} />;
}

/** A password that can be shown, pasted, and filled in by a password manager. */
export function PasswordField(props: InputProps) {
  const { field, control } = useField(props);
  const w = useMessages().ui;
  const [shown, setShown] = useState(false);
  return (
    <Field {...field}>
      <div className={s.wrap}>
        <input
          {...control}
          type={shown ? 'text' : 'password'}
          className={s.input}
          spellCheck={false}
          autoCapitalize="none"
        />
        <Button
          variant="quiet"
          small
          className={s.reveal}
          aria-pressed={shown}
          aria-label={shown ? w.hidePassword : w.showPassword}
          onClick={() => setShown(!shown)}
        >
          {shown ? w.hide : w.show}
        </Button>
      </div>
    </Field>
  );
}
