import { ProfilePage } from '@/features/profile/profile-page';

/** The participant's own page. */
export function Component() {
  return <ProfilePage />;
}
