import { type FormEvent, useState } from 'react';
import type { Profile } from '@/api/schema';
import { track } from '@/features/analytics/track';
import { notify } from '@/features/notifications/store';
import { ApiProblem } from '@/lib/problems';
import { useAccountMessages } from '@/locales/account';
import { errorMessage, fieldMessage } from '@/locales/error-message';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { saveNames } from './api';
import s from './profile.module.css';
import { Section } from './section';

/** First and last name, both optional. */
export function NamesForm({ names }: { names: Profile }) {
  const w = useAccountMessages().profile;
  const [given, setGiven] = useState(names);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setErrors({});
    try {
      await saveNames({ firstName: given.firstName.trim(), lastName: given.lastName.trim() });
      const fieldsUpdated = (['firstName', 'lastName'] as const).filter(
        (name) => given[name].trim() !== names[name],
      );
      track('Profile Updated', { fieldsUpdated, numberOfFieldsUpdated: fieldsUpdated.length });
      notify('good', w.saved);
    } catch (error) {
      const fields = error instanceof ApiProblem ? error.fields : [];
      setErrors(Object.fromEntries(fields.map((field) => [field.item, fieldMessage(field)])));
      if (fields.length === 0) notify('bad', errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const field = (name: keyof Profile, label: string, autoComplete: string) => (
    <TextField
      name={name}
      label={label}
      optional
      autoComplete={autoComplete}
      error={errors[name]}
      value={given[name]}
      onChange={(event) => setGiven({ ...given, [name]: event.target.value })}
    />
  );
  return (
    <Section title={w.names} help={w.namesHelp}>
      <form className={s.form} onSubmit={(event) => void save(event)} noValidate>
        {field('firstName', w.first, 'given-name')}
        {field('lastName', w.last, 'family-name')}
        <div>
          <Button type="submit" variant="secondary" aria-disabled={busy}>
            {w.save}
          </Button>
        </div>
      </form>
    </Section>
  );
}
