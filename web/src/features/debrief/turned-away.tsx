import type { Completion, User } from '@/api/schema';
import { useStudy } from '@/features/study/study';
import { PageText } from '@/features/study-page/page-text';
import { type Texts, useTexts } from '@/lib/locale';
import { useAccountMessages } from '@/locales/account';
import { ButtonLink } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Main } from '@/ui/page-shell';
import { CompletionCode } from './completion-code';
import s from './debrief.module.css';

type Why = NonNullable<User['turnedAway']>;
/** Title and text of an outcome. */
type Ending = { title: string; text: string };

/** The outcomes that can come after the arms differ. Here, because few participants need them. */
const ENDINGS: Texts<Partial<Record<Why, Ending>>> = {
  en: {
    timed_out: {
      title: 'Your time for this study is over',
      text: 'The study had to be completed within a certain time, which has passed. You can’t continue.',
    },
    failed: {
      title: 'Your participation has ended',
      text: 'Some questions checked whether people read the instructions. Too many of your answers to them did not fit, so you can’t continue.',
    },
  },
  de: {
    timed_out: {
      title: 'Ihre Zeit für diese Studie ist abgelaufen',
      text: 'Die Studie musste innerhalb einer bestimmten Zeit abgeschlossen werden. Diese Zeit ist vorbei, deshalb können Sie nicht weitermachen.',
    },
    failed: {
      title: 'Ihre Teilnahme ist beendet',
      text: 'Einige Fragen prüften, ob die Anweisungen gelesen wurden. Zu viele Ihrer Antworten darauf passten nicht, deshalb können Sie nicht weitermachen.',
    },
  },
};

type Props = { why: Why; completion: Completion };

/** The last page of participants whose participation was ended, with the code and the way back. */
export function TurnedAway({ why, completion }: Props) {
  const w = useAccountMessages().turnedAway;
  const ending = useTexts(ENDINGS)[why];
  const email = useStudy()?.contact.email;
  const { code, html, returnUrl } = completion;
  return (
    <Main>
      <div className={s.page}>
        <PageText html={html ?? ''} title={ending?.title ?? w.title}>
          {!html && <p>{ending?.text ?? (why === 'quota_full' ? w.quotaFull : w.screenedOut)}</p>}
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
