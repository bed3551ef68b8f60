import { InterimPage } from '@/features/flow-a/text-pages';

/** Half-way through Flow A. */
export function Component() {
  return <InterimPage />;
}
