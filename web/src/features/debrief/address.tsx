import { type FormEvent, useEffect, useState } from 'react';
import { notify } from '@/features/notifications/store';
import { api } from '@/lib/api-client';
import { cx } from '@/lib/cx';
import { useLocale, useTexts } from '@/lib/locale';
import { isPartToCome } from '@/lib/part-to-come';
import { ApiProblem } from '@/lib/problems';
import { refreshUser, setUser, useSession } from '@/lib/session';
import { errorMessage, fieldMessage } from '@/locales/error-message';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import s from './address.module.css';

const TEXTS = {
  en: {
    title: 'Invitation by e-mail',
    titleOver: 'Your e-mail address',
    helpOver:
      'It was for invitations to later parts. No invitation is to come, so you get no more e-mails. Your address is still stored, encrypted and separately from your answers. You can delete it here.',
    help: 'We invite you to the next part at this address, and remind you of it if you have not begun. It is stored encrypted and separately from your answers, and used for nothing else. You can change or delete it here at any time.',
    address: 'E-mail address',
    save: 'Save address',
    saved: 'Your e-mail address is saved.',
    remove: 'Delete address',
    removed: 'Your e-mail address is deleted.',
    helpUnsubscribed:
      'You have unsubscribed and get no e-mails. Save your address to be invited to the next part again, and reminded of it. It is stored encrypted and separately from your answers, and used for nothing else. You can change or delete it here at any time.',
  },
  de: {
    title: 'Einladung per E\u2011Mail',
    titleOver: 'Ihre E\u2011Mail-Adresse',
    helpOver:
      'Sie war für Einladungen zu späteren Teilen. Es folgt keine Einladung mehr, deshalb bekommen Sie keine E\u2011Mails mehr. Ihre Adresse ist noch gespeichert, verschlüsselt und getrennt von Ihren Antworten. Sie können sie hier löschen.',
    help: 'An diese Adresse laden wir Sie zum nächsten Teil ein und erinnern Sie daran, wenn Sie ihn noch nicht begonnen haben. Sie wird verschlüsselt und getrennt von Ihren Antworten gespeichert und für nichts anderes verwendet. Sie können sie hier jederzeit ändern oder löschen.',
    address: 'E\u2011Mail-Adresse',
    save: 'Adresse speichern',
    saved: 'Ihre E\u2011Mail-Adresse ist gespeichert.',
    remove: 'Adresse löschen',
    removed: 'Ihre E\u2011Mail-Adresse ist gelöscht.',
    helpUnsubscribed:
      'Sie haben sich abgemeldet und bekommen keine E\u2011Mails. Speichern Sie Ihre Adresse, wenn wir Sie wieder zum nächsten Teil einladen und daran erinnern sollen. Sie wird verschlüsselt und getrennt von Ihren Antworten gespeichert und für nichts anderes verwendet. Sie können sie hier jederzeit ändern oder löschen.',
  },
};

/**
 * The address for invitations to later parts, for participants who permitted them. Once no part is left to be invited to,
 * a stored address can only be deleted.
 */
export function Address() {
  const w = useTexts(TEXTS);
  const { user } = useSession();
  const own = user?.invitations;
  // The stored user may date from before the participant completed the part.
  const locale = useLocale();
  useEffect(() => void refreshUser(locale).catch(() => {}), [locale]);
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!own) return null;
  const isOver = !isPartToCome(user);
  // An empty section would have nothing to delete.
  if (isOver && own.address === null) return null;

  const change = async (call: () => ReturnType<typeof remove>, done: string) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      // The reply names later parts in the language of the registration.
      setUser({ ...(await call()), ...(user?.waves && { waves: user.waves }) });
      setTyped(undefined);
      notify('good', done);
    } catch (error) {
      const field = error instanceof ApiProblem ? error.fields[0] : undefined;
      if (field) setProblem(fieldMessage(field));
      else notify('bad', errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const address = typed ?? own.address ?? '';
  const save = (event: FormEvent) => {
    event.preventDefault();
    void change(() => api.put('/api/users/address', { body: { address } }), w.saved);
  };
  const removal = own.address !== null && (
    <Button variant="quiet" aria-disabled={busy} onClick={() => void change(remove, w.removed)}>
      {w.remove}
    </Button>
  );
  if (isOver) {
    return (
      <section className={cx(s.panel, 'panel', 'no-print')} aria-labelledby="address">
        <h2 id="address">{w.titleOver}</h2>
        <p className="help">{w.helpOver}</p>
        <p className={s.stored}>{own.address}</p>
        <div className={s.actions}>{removal}</div>
      </section>
    );
  }
  return (
    <section className={cx(s.panel, 'panel', 'no-print')} aria-labelledby="address">
      <h2 id="address">{w.title}</h2>
      <p className="help">{own.unsubscribed ? w.helpUnsubscribed : w.help}</p>
      <form className={s.form} onSubmit={save} noValidate>
        <TextField
          name="address"
          type="email"
          label={w.address}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={problem}
          value={address}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className={s.actions}>
          <Button type="submit" variant="secondary" aria-disabled={busy}>
            {w.save}
          </Button>
          {removal}
        </div>
      </form>
    </section>
  );
}

const remove = () => api.delete('/api/users/address');
