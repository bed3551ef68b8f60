import { DashboardPage } from '@/features/dashboard/dashboard-page';

/** Where one is in the study. */
export function Component() {
  return <DashboardPage />;
}
