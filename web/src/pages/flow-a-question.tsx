import { QuestionPage } from '@/features/flow-a/question-page';

/** A question of Flow A. */
export function Component() {
  return <QuestionPage />;
}
