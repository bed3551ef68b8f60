import { createContext, type ReactNode, use } from 'react';
import { isPartToCome } from '@/lib/part-to-come';
import { useSession } from '@/lib/session';
import { useStudyMessages } from '@/locales/study';
import { Main } from '@/ui/page-shell';
import { ProgressLine } from '@/ui/progress';
import s from './study-page.module.css';

type Props = {
  children: ReactNode;
  /** Less space between the parts, so that a task fits a phone screen. */
  tight?: boolean;
  /** Replaces the minutes left with something more exact ("Question 3 of 8"). */
  text?: string | undefined;
};

/** What stands at the end of the line of the progress. */
export const ProgressAside = createContext<ReactNode>(null);

/** The column of a study page, with the participant's progress above it. */
export function StudyMain({ children, tight, text }: Props) {
  return (
    <Main tight={tight}>
      <StudyProgress text={text} />
      {children}
    </Main>
  );
}

/** "Step 2 of 5, about 12 minutes left". */
export function StudyProgress({ text }: { text?: string | undefined }) {
  const { allDone, doneForNow, minutesLeft: minutes } = useStudyMessages();
  const { user } = useSession();
  const aside = use(ProgressAside);
  const progress = user?.progress;
  // The administrator has no progress. Before the user is loaded, the line reserves its space.
  if (user && !progress) return null;
  if (!progress) return <div className={s.progressPlace} />;
  const { part, of, done, minutesLeft } = progress;
  const isToBeContinued = user !== null && isPartToCome(user);
  // The page says that the part is over, which is not "all done".
  const misses = user?.waves?.some(({ state }) => state === 'missed' || state === 'declined');
  if (misses && minutesLeft === 0 && !isToBeContinued) return null;
  return (
    <ProgressLine
      part={part}
      of={of}
      done={done}
      aside={aside}
      text={
        text ?? (minutesLeft > 0 ? minutes(minutesLeft) : isToBeContinued ? doneForNow : allDone)
      }
    />
  );
}
