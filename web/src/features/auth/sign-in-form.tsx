import { useStudy } from '@/features/study/study';
import { forgetConsent } from '@/features/visit/consent';
import { login } from '@/lib/session';
import { usePublicMessages } from '@/locales/public';
import { PasswordField, TextField } from '@/ui/field';
import { AuthForm } from './auth-form';
import { type Check, useAuthForm } from './use-auth-form';

/** Username and password. The fields are uncontrolled, so that early input of a password manager is kept. */
export function SignInForm() {
  const w = usePublicMessages().auth;
  const email = useStudy()?.contact.email;
  const check: Check = (read) => ({
    ...(read('username') === '' && { username: w.enterUsername }),
    ...(read('password') === '' && { password: w.enterPassword }),
  });
  const form = useAuthForm(check, async (read) => {
    const user = await login(read('username'), read('password'));
    // The visitor's consent belongs to no account, so the next person in this tab must not register with it.
    forgetConsent();
    return user;
  });
  return (
    <AuthForm
      form={form}
      submit={w.signIn}
      submitting={w.signingIn}
      note={
        <>
          {w.forgotten} <a href={`mailto:${email}`}>{email}</a>
        </>
      }
    >
      <TextField
        label={w.username}
        name="username"
        error={form.errors.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label={w.password}
        name="password"
        error={form.errors.password}
        autoComplete="current-password"
      />
    </AuthForm>
  );
}
