import { StartPage } from '@/features/flow-a/text-pages';

/** Before the first question of Flow A. */
export function Component() {
  return <StartPage />;
}
