import { PracticeResult } from '@/features/practice/practice-result';

/** After the practice item, answered as expected. */
export function Component() {
  return <PracticeResult name="home-right" />;
}
