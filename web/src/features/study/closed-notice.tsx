import { StudyHtml, When } from '@/lib/template';
import { Callout } from '@/ui/callout';
import s from './closed-notice.module.css';
import { useStudy } from './study';

/** Why nobody can register now, in the study's own words; read out if that becomes so meanwhile. */
export function ClosedNotice() {
  const study = useStudy();
  return (
    <When is={study?.open === false} test="not open">
      <Callout kind="warn" role="alert">
        <StudyHtml html={study?.closed ?? ''} className={s.words} />
      </Callout>
    </When>
  );
}
