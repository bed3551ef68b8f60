import { StudyHtml, When } from '@/lib/template';
import { Callout } from '@/ui/callout';
import s from './closed-notice.module.css';
import { useStudy } from './study';

/** The study's own text on why registration is closed; announced if it closes while the page is open. */
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
