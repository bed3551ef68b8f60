import { Outlet } from 'react-router';
import { Shell } from '@/ui/page-shell';
import { OfflineBanner } from './offline-banner';

/** Pages without a bar: practice and Flow A. */
export function BareLayout() {
  return (
    <Shell>
      <OfflineBanner />
      <Outlet />
    </Shell>
  );
}
