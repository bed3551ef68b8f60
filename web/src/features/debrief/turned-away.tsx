import type { Completion, User } from '@/api/schema';
import { useStudy } from '@/features/study/study';
import { PageText } from '@/features/study-page/page-text';
import { useAccountMessages } from '@/locales/account';
import { ButtonLink } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Main } from '@/ui/page-shell';
import { CompletionCode } from './completion-code';
import s from './debrief.module.css';

type Props = { why: NonNullable<User['turnedAway']>; completion: Completion };

/** The last page of participants who can't take part by their answers, with the code and the way back. */
export function TurnedAway({ why, completion }: Props) {
  const w = useAccountMessages().turnedAway;
  const email = useStudy()?.contact.email;
  const { code, html, returnUrl } = completion;
  return (
    <Main>
      <div className={s.page}>
        <PageText html={html ?? ''} title={w.title}>
          {!html && <p>{why === 'quota_full' ? w.quotaFull : w.screenedOut}</p>}
          {code ? (
            <CompletionCode code={code} returnUrl={returnUrl} words={w} />
          ) : (
            <p>{w.nothing}</p>
          )}
        </PageText>
      </div>
      <section className={s.rights}>
        <h2>{w.rights}</h2>
        <p>{w.rightsText}</p>
        {email && (
          <p>
            {w.contact} <a href={`mailto:${email}`}>{email}</a>
          </p>
        )}
        <div className={s.actions}>
          <ButtonLink to="/profile" variant="secondary" small>
            <Icon name="user" size={20} />
            {w.toProfile}
          </ButtonLink>
        </div>
      </section>
    </Main>
  );
}
