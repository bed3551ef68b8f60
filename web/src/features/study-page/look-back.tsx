import { useStudyMessages } from '@/locales/study';
import { ButtonLink } from '@/ui/button';
import { Callout } from '@/ui/callout';
import s from './study-page.module.css';

/** The note on an earlier page that it can't be changed, with the link to the current page. */
export function LookBack({ present }: { present: string }) {
  const w = useStudyMessages();
  return (
    <Callout>
      <div className={s.again}>
        <p>{w.lookBack}</p>
        <ButtonLink to={present} variant="secondary" small>
          {w.resume}
        </ButtonLink>
      </div>
    </Callout>
  );
}
