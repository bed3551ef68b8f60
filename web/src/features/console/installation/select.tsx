import { useId } from 'react';
import field from '@/ui/field.module.css';

type Props = {
  label: string;
  name: string;
  help?: string;
  options: { value: string; label: string }[];
  defaultValue?: string;
  onChange?: (value: string) => void;
};

/** A choice among few in a form, as a native select. */
export function Select({ label, name, help, options, defaultValue, onChange }: Props) {
  const id = useId();
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      {help && (
        <p className={field.help} id={`${id}-help`}>
          {help}
        </p>
      )}
      <select
        id={id}
        name={name}
        className={field.input}
        defaultValue={defaultValue}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => onChange?.(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
