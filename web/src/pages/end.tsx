import { EndPage } from '@/features/debrief/end-page';

/** Thanks, completion code, debrief. */
export function Component() {
  return <EndPage />;
}
