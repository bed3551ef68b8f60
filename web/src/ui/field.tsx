import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { cx } from '@/lib/cx';
import { useMessages } from '@/lib/messages';
import { Button } from './button';
import s from './field.module.css';
import { Icon } from './icon';

type Labelled = {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
};

/** What went wrong, beside the field. */
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
function Field({
  label,
  help,
  error,
  optional,
  id,
  children,
}: Labelled & { id: string; children: ReactNode }) {
  const w = useMessages().ui;
  return (
    <div className={s.field}>
      <label className={s.label} htmlFor={id}>
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

function describe(id: string, { help, error }: Labelled, more?: string) {
  const ids = cx(help && `${id}-help`, error && `${id}-error`, more);
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': ids || undefined,
  };
}

type TextFieldProps = Labelled & { width?: 'short' | 'medium' | undefined } & Omit<
    ComponentProps<'input'>,
    'width'
  >;

/** One line of text. An `id` of your own lets an error summary link to it. */
export function TextField({
  label,
  help,
  error,
  optional,
  width,
  id: own,
  ...rest
}: TextFieldProps) {
  const made = useId();
  const id = own ?? made;
  const words = { label, help, error, optional };
  return (
    <Field {...words} id={id}>
      <input
        {...rest}
        {...describe(id, words, rest['aria-describedby'])}
        className={cx(s.input, width && s[width])}
      />
    </Field>
  );
}

/** Several lines of text. */
export function TextArea({
  label,
  help,
  error,
  optional,
  id: own,
  ...rest
}: Labelled & ComponentProps<'textarea'>) {
  const made = useId();
  const id = own ?? made;
  const words = { label, help, error, optional };
  return (
    <Field {...words} id={id}>
      <textarea
        {...rest}
        {...describe(id, words, rest['aria-describedby'])}
        className={cx(s.input, s.area)}
      />
    </Field>
  );
}

/** A number as text: `type=number` loses input on the wheel and on typing errors. */
export function NumberField(props: TextFieldProps) {
  return <TextField inputMode="decimal" autoComplete="off" width="short" {...props} />;
}

/** A date with the device's own picker. */
export function DateField(props: TextFieldProps) {
  return <TextField type="date" width="medium" {...props} />;
}

/** A password that can be shown, pasted and filled in by a manager. */
export function PasswordField({
  label,
  help,
  error,
  optional,
  id: own,
  ...rest
}: Labelled & ComponentProps<'input'>) {
  const made = useId();
  const id = own ?? made;
  const w = useMessages().ui;
  const [shown, setShown] = useState(false);
  const words = { label, help, error, optional };
  return (
    <Field {...words} id={id}>
      <div className={s.wrap}>
        <input
          {...rest}
          {...describe(id, words, rest['aria-describedby'])}
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
