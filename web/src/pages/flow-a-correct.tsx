import { VerdictPage } from '@/features/flow-a/verdict-page';

/** The verdict on a right answer of Flow A. */
export function Component() {
  return <VerdictPage />;
}
