import { PracticeResult } from '@/features/practice/practice-result';

/** After the practice item, answered otherwise. */
export function Component() {
  return <PracticeResult name="home-wrong" />;
}
