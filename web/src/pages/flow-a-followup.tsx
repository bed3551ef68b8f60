import { FollowupPage } from '@/features/flow-a/followup-page';

/** What made the participant decide. */
export function Component() {
  return <FollowupPage />;
}
