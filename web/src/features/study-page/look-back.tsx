import { useStudyMessages } from '@/locales/study';
import { ButtonLink } from '@/ui/button';
import { Callout } from '@/ui/callout';
import s from './study-page.module.css';

/** On a page that is behind the participant: nothing changes here, and the way back to the present. */
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
