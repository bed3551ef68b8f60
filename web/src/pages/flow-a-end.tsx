import { EndPage } from '@/features/flow-a/text-pages';

/** After the last question of Flow A. */
export function Component() {
  return <EndPage />;
}
