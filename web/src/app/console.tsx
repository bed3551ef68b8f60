import { Navigate } from 'react-router';
import { Console } from '@/features/console/frame/console';
import { CONSOLE_PAGES } from '@/features/console/frame/pages';
import { PersonTools } from '@/features/console/frame/person-tools';
import { StudyTitle } from '@/features/console/frame/study-title';
import { hasEnded, useSession } from '@/lib/session';
import { personSignIn } from '@/lib/tokens';
import { useConsoleMessages } from '@/locales/console';
import { layouts } from './inside';
import { PATHS } from './paths';

const { bar: Bar } = layouts;

/** The researcher's console, with the bar of all pages. People of the installation have other tools in it. */
export default function ConsoleLayout() {
  const { isAuthenticated } = useSession();
  const { toDashboard } = useConsoleMessages();
  if (!isAuthenticated) {
    // If the server ended the session, the app is going to the sign-in. Otherwise the user signed out, in this tab or
    // another.
    return hasEnded() ? null : <Navigate to={PATHS.landing} replace />;
  }
  const own = {
    start: CONSOLE_PAGES.overview,
    title: <StudyTitle />,
    toDashboard,
    tools: personSignIn() && <PersonTools />,
  };
  return (
    <Bar own={own}>
      <Console />
    </Bar>
  );
}
