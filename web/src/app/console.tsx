import { Navigate } from 'react-router';
import { Console } from '@/features/console/frame/console';
import { PLACES } from '@/features/console/frame/places';
import { hasEnded, useSession } from '@/lib/session';
import { useConsoleMessages } from '@/locales/console';
import { layouts } from './inside';
import { PATHS } from './paths';

const { bar: Bar } = layouts;

/** The researcher's console under the bar that all pages have. */
export default function ConsoleLayout() {
  const { isAuthenticated } = useSession();
  const { toDashboard } = useConsoleMessages();
  if (!isAuthenticated) {
    // Ended by the server: on the way to the sign-in. Otherwise signed out, here or in another tab.
    return hasEnded() ? null : <Navigate to={PATHS.landing} replace />;
  }
  return (
    <Bar links={{ start: PLACES.overview, toDashboard }}>
      <Console />
    </Bar>
  );
}
