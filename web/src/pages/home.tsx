import { PracticePage } from '@/features/practice/practice-page';

/** The practice item. */
export function Component() {
  return <PracticePage />;
}
