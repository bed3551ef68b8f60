import type { User } from '@/api/schema';
import { useAccountMessages } from '@/locales/account';
import s from './profile.module.css';

/** Username and code: what to give when writing to the researchers. */
export function AccountFacts({ user }: { user: User }) {
  const w = useAccountMessages().profile;
  return (
    <dl className={s.facts}>
      <div>
        <dt>{w.username}</dt>
        <dd>{user.username}</dd>
      </div>
      {user.code && (
        <div>
          <dt>{w.code}</dt>
          <dd>
            <span className={s.code}>{user.code}</span>
            <p className={s.help}>{w.codeHelp}</p>
          </dd>
        </div>
      )}
    </dl>
  );
}
