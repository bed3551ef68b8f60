import { useSession } from '@/lib/session';
import { useWords } from '@/lib/words';
import { ProgressLine } from '@/ui/progress';

/** "Part 2 of 5, about 12 minutes left", from the participant's position. Nothing for the admin. */
export function StudyProgress() {
  const { user } = useSession();
  const w = useWords().ui;
  const progress = user?.progress;
  if (!progress) return null;
  const text = progress.minutesLeft > 0 ? w.minutesLeft(progress.minutesLeft) : undefined;
  return <ProgressLine part={progress.part} of={progress.of} done={progress.done} text={text} />;
}
