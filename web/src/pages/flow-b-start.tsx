import { StartPage } from '@/features/flow-b/start-page';

/** Before the posts of one persona. */
export function Component() {
  return <StartPage />;
}
