import { Link, useLoaderData } from 'react-router';
import type { StudyInfo } from '@/api/schema';
import { useSignedIn } from '@/features/signed-in/use-signed-in';
import { ClosedNotice } from '@/features/study/closed-notice';
import { loadStudy } from '@/features/study/study';
import { cx } from '@/lib/cx';
import { Each, When } from '@/lib/template';
import { usePublicMessages } from '@/locales/public';
import { ButtonLink } from '@/ui/button';
import { Dock } from '@/ui/dock';
import { Icon } from '@/ui/icon';
import { Main, PageTitle } from '@/ui/page-shell';
import s from './landing.module.css';

export const loader = loadStudy;

export function Component() {
  return <Landing study={useLoaderData<StudyInfo>()} />;
}

/**
 * `/`: a short introduction to the study. The server renders it for visitors; signed-in users get a link to their
 * current page.
 */
export function Landing({ study }: { study: StudyInfo }) {
  const w = usePublicMessages().landing;
  const { landing } = study;
  const signedIn = useSignedIn(true);
  const action = signedIn ? (
    <signedIn.WayOn />
  ) : (
    <>
      <When is={study.open} test="open">
        <ButtonLink className="stranger" to="/consent">
          <span>{landing.button}</span>
          <Icon name="next" size={20} />
        </ButtonLink>
      </When>
      <When is={!study.open} test="not open">
        <ButtonLink className="stranger" variant="secondary" to="/auth">
          {w.signIn}
        </ButtonLink>
      </When>
    </>
  );
  return (
    <Main>
      <div className={s.hero}>
        <p className="eyebrow">{landing.eyebrow}</p>
        <PageTitle className={s.title}>{study.title}</PageTitle>
        <p className={s.lead}>{landing.lead}</p>
        <div className={s.people}>
          <Each of={landing.portraits} name="landing.portraits" id={(portrait) => portrait}>
            {(portrait) => (
              <img src={portrait} alt="" fetchPriority="low" width="256" height="256" />
            )}
          </Each>
        </div>
        <ul className={s.chips}>
          <Each of={landing.chips} name="landing.chips" id={(chip) => chip}>
            {(chip) => (
              <li className={s.chip}>
                <Icon name="check" size={18} />
                <span>{chip}</span>
              </li>
            )}
          </Each>
        </ul>
      </div>
      <ClosedNotice />
      {signedIn && <signedIn.SignedInAs />}
      {/* Rendered twice, one for each screen size, so that the tab order follows the visual order. */}
      <div className={s.wide}>{action}</div>
      <section aria-label={w.steps}>
        <ol className={s.steps}>
          <Each of={landing.steps} name="landing.steps" id={(step) => step.title}>
            {(step) => (
              <li className={`${s.step} panel`}>
                <img
                  className={s.picture}
                  src={step.picture}
                  alt=""
                  loading="lazy"
                  width="160"
                  height="120"
                />
                <div className={s.words}>
                  <h2 className={s.stepTitle}>{step.title}</h2>
                  <p className={s.stepText}>{step.text}</p>
                </div>
              </li>
            )}
          </Each>
        </ol>
      </section>
      <Facts study={study} />
      <When is={study.open && !signedIn} test="open">
        <p className={cx('help', s.returning, 'stranger')}>
          <span>{w.returning} </span>
          <Link to="/auth">{w.signIn}</Link>
        </p>
      </When>
      <Dock phone>{action}</Dock>
    </Main>
  );
}

/** The study's facts and the people responsible. */
function Facts({ study }: { study: StudyInfo }) {
  const w = usePublicMessages().landing;
  return (
    <section aria-label={w.about}>
      <dl className={s.facts}>
        <Each of={study.landing.facts} name="landing.facts" id={(fact) => fact.label}>
          {(fact) => (
            <div className={s.fact}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          )}
        </Each>
        <div className={s.fact}>
          <dt>{w.runBy}</dt>
          <dd>{study.contact.institution}</dd>
        </div>
        <When is={study.ethics !== null} test="ethics">
          <div className={s.fact}>
            <dt>{w.ethics}</dt>
            <dd>
              <span>{study.ethics?.board}</span>, <span>{study.ethics?.id}</span>
            </dd>
          </div>
        </When>
        <div className={s.fact}>
          <dt>{w.contact}</dt>
          <dd>
            <a href={`mailto:${study.contact.email}`}>{study.contact.email}</a>
          </dd>
        </div>
      </dl>
    </section>
  );
}
