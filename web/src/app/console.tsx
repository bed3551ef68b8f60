import { Navigate } from 'react-router';
import { Console } from '@/features/console/frame/console';
import { CONSOLE_PAGES } from '@/features/console/frame/pages';
import { hasEnded, useSession } from '@/lib/session';
import { useConsoleMessages } from '@/locales/console';
import { layouts } from './inside';
import { PATHS } from './paths';

const { bar: Bar } = layouts;

/** The researcher's console, with the bar of all pages. */
export default function ConsoleLayout() {
  const { isAuthenticated } = useSession();
  const { toDashboard } = useConsoleMessages();
  if (!isAuthenticated) {
    // If the server ended the session, the app is going to the sign-in. Otherwise the user signed out, in this tab or
    // another.
    return hasEnded() ? null : <Navigate to={PATHS.landing} replace />;
  }
  return (
    <Bar links={{ start: CONSOLE_PAGES.overview, toDashboard }}>
      <Console />
    </Bar>
  );
}
