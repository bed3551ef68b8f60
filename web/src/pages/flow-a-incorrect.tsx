import { VerdictPage } from '@/features/flow-a/verdict-page';

/** The verdict on a wrong answer of Flow A. */
export function Component() {
  return <VerdictPage />;
}
