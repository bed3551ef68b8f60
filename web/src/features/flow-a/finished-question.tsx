import { lazy, Suspense } from 'react';
import type { Question } from '@/api/schema';
import { Loading } from '@/ui/loading';

/** Few look back, so its code is fetched only then. */
const LookBackQuestion = lazy(async () => ({
  default: (await import('./look-back-question')).LookBackQuestion,
}));

type Props = { question: Question; questions: readonly Question[] };

/** In place of the form, for a question that has been answered. */
export function FinishedQuestion(props: Props) {
  return (
    <Suspense fallback={<Loading />}>
      <LookBackQuestion {...props} />
    </Suspense>
  );
}
