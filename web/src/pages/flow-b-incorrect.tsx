import { VerdictPage } from '@/features/flow-b/verdict-page';

/** The verdict on a wrong answer of Flow B. */
export function Component() {
  return <VerdictPage />;
}
