import { useState } from 'react';
import { notify } from '@/features/notifications/store';
import { cx } from '@/lib/cx';
import { useMessages } from '@/locales/messages';
import { usePublicMessages } from '@/locales/public';
import { Button } from '@/ui/button';
import { PasswordField, TextField } from '@/ui/field';
import { Icon } from '@/ui/icon';
import { createAccount, suggestedName } from './account';
import { AuthForm } from './auth-form';
import s from './auth-form.module.css';
import { SHORTEST_PASSWORD, type Strength } from './password';
import { type Check, useAuthForm } from './use-auth-form';

/** The form for a new account: suggested username, password, optional names. */
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
  // Loaded on the first input. If it can't be loaded, only the hint is missing.
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
    <AuthForm form={form} submit={w.create} submitting={saving}>
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
    </AuthForm>
  );
}

/** The password's strength in words, never by colour alone. */
function StrengthLine({ strength }: { strength: Strength }) {
  const words = usePublicMessages().auth.strength;
  const enough = /fair|strong/.test(strength);
  return (
    <p className={cx(s.strength, enough && s.enough)} role="status">
      <Icon name={enough ? 'check' : 'info'} size={18} />
      <span>{words[strength]}</span>
    </p>
  );
}
