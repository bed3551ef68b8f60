import { useState } from 'react';
import { notify } from '@/features/notifications/store';
import { useMessages } from '@/lib/messages';
import { usePublicMessages } from '@/locales/public';
import { Button } from '@/ui/button';
import { PasswordField, TextField } from '@/ui/field';
import { createAccount, suggestedName } from './account';
import s from './auth-form.module.css';
import { FormProblem } from './form-problem';
import { SHORTEST_PASSWORD, type Strength } from './password';
import { StrengthLine } from './strength-line';
import { Submit } from './submit';
import { type Check, useAuthForm } from './use-auth-form';

/** A new account: a name that says nothing about the person, a password, names only if wanted. */
export function RegisterForm() {
  const w = usePublicMessages().auth;
  const { saving } = useMessages().outbox;
  const [strength, setStrength] = useState<Strength>('empty');
  const check: Check = (read) => {
    const name = [...read('username').trim()].length;
    return {
      ...((name < 3 || name > 64) && { username: w.usernameLength }),
      ...([...read('password')].length < SHORTEST_PASSWORD && { password: w.passwordLength }),
    };
  };
  const form = useAuthForm(check, (read) =>
    createAccount({
      username: read('username').trim(),
      password: read('password'),
      firstName: read('firstName').trim(),
      lastName: read('lastName').trim(),
    }),
  );
  // Fetched when the first letter is written; without it, only the help is less.
  const measure = () =>
    import('./strength').then(
      ({ strengthOf }) => setStrength(strengthOf(form.value('password'), form.value('username'))),
      () => {},
    );
  const suggest = async () => {
    try {
      form.fill('username', await suggestedName());
    } catch {
      notify('warn', w.suggestionFailed);
    }
  };
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
      <div className={s.withButton}>
        <TextField
          label={w.username}
          help={w.usernameHelp}
          name="username"
          error={form.errors.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
        />
        <Button variant="secondary" small onClick={suggest}>
          {w.suggest}
        </Button>
      </div>
      <div className={s.withButton}>
        <PasswordField
          label={w.password}
          help={w.passwordHelp}
          name="password"
          error={form.errors.password}
          autoComplete="new-password"
          maxLength={256}
          onChange={measure}
        />
        <StrengthLine strength={strength} />
      </div>
      <TextField
        label={w.firstName}
        optional
        name="firstName"
        error={form.errors.firstName}
        autoComplete="given-name"
        maxLength={100}
      />
      <TextField
        label={w.lastName}
        optional
        name="lastName"
        error={form.errors.lastName}
        autoComplete="family-name"
        maxLength={100}
      />
      <Submit busy={form.busy} doing={saving}>
        {w.create}
      </Submit>
    </form>
  );
}
