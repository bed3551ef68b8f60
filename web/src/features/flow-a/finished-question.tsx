import { lazy, Suspense } from 'react';
import type { Question } from '@/api/schema';
import { Loading } from '@/ui/loading';

/** Loaded on demand, because few participants look back. */
const LookBackQuestion = lazy(async () => ({
  default: (await import('./look-back-question')).LookBackQuestion,
}));

type Props = { question: Question; questions: readonly Question[] };

/** Replaces the form of an answered question. */
export function FinishedQuestion(props: Props) {
  return (
    <Suspense fallback={<Loading />}>
      <LookBackQuestion {...props} />
    </Suspense>
  );
}
