import { type FormEvent, useState } from 'react';
import { notify } from '@/features/notifications/store';
import { api } from '@/lib/api-client';
import { useTexts } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { setUser, useSession } from '@/lib/session';
import { errorMessage, fieldMessage } from '@/locales/error-message';
import { Button } from '@/ui/button';
import { PasswordField } from '@/ui/field';
import s from './profile.module.css';
import { Section } from './section';

const TEXTS = {
  en: {
    title: 'Password',
    help: (username: string) =>
      `You take part without a password: the link of the site that sent you here is enough. If you set one, you sign in with your username ${username} and this password, and links no longer open your account. At least 8 characters; three or four words work well.`,
    password: 'New password',
    save: 'Set password',
    saved: 'Your password is set. Write down your username, too.',
  },
  de: {
    title: 'Passwort',
    help: (username: string) =>
      `Sie nehmen ohne Passwort teil: Der Link der Website, von der Sie gekommen sind, genügt. Wenn Sie eines festlegen, melden Sie sich mit Ihrem Benutzernamen ${username} und diesem Passwort an, und Links öffnen Ihr Konto nicht mehr. Mindestens 8 Zeichen; gut sind drei oder vier Wörter.`,
    password: 'Neues Passwort',
    save: 'Passwort festlegen',
    saved: 'Ihr Passwort ist festgelegt. Notieren Sie sich auch Ihren Benutzernamen.',
  },
};

/** The first password of a participant who came by a link. */
export function FirstPassword() {
  const w = useTexts(TEXTS);
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!user) return null;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const changed = await api.put('/api/users/password', { body: { password } });
      // The reply names later parts in the language of the registration.
      setUser({ ...changed, ...(user.waves && { waves: user.waves }) });
      notify('good', w.saved);
    } catch (error) {
      const field = error instanceof ApiProblem ? error.fields[0] : undefined;
      if (field) setProblem(fieldMessage(field));
      else notify('bad', errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title={w.title} help={w.help(user.username)}>
      <form className={s.form} onSubmit={(event) => void save(event)} noValidate>
        {/* For password managers, which store both together. */}
        <input type="hidden" name="username" autoComplete="username" value={user.username} />
        <PasswordField
          name="password"
          label={w.password}
          error={problem}
          autoComplete="new-password"
          maxLength={256}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <div>
          <Button type="submit" variant="secondary" aria-disabled={busy}>
            {w.save}
          </Button>
        </div>
      </form>
    </Section>
  );
}
