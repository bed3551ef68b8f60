import type { ReactNode } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useSignOut } from '@/features/signed-in/sign-out';
import { useMessages } from '@/lib/messages';
import { useSession } from '@/lib/session';
import { Brand } from '@/ui/brand';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/menu';
import { Shell } from '@/ui/page-shell';
import s from './bar.module.css';
import { OfflineBanner } from './offline-banner';
import { PATHS, pageOf } from './paths';
import { SkipLink } from './skip-link';

/** The console's own links in the bar: the one of the brand, and the name of the one to the dashboard. */
type Links = { start: string; toDashboard: string };

/** Pages with the bar: the way to the dashboard and the user menu. */
export function BarLayout({
  links,
  children = <Outlet />,
}: {
  links?: Links;
  children?: ReactNode;
}) {
  return (
    <Shell>
      <SkipLink />
      <TopBar {...links} />
      {children}
    </Shell>
  );
}

/** On the dashboard itself, the admin gets the way to the training in the same place. */
export function TopBar({ start = PATHS.dashboard, toDashboard }: Partial<Links>) {
  const w = useMessages().chrome;
  const { pathname } = useLocation();
  const { user, isAuthenticated } = useSession();
  const navigate = useNavigate();
  const { signOut, dialog } = useSignOut();
  const onDashboard = pageOf(pathname) === 'dashboard';
  return (
    <div className={s.bar}>
      <header className={s.head}>
        <Brand to={start} name="Unmask" compact />
        {/* After a withdrawal its receipt is still shown, but the session is over. */}
        <div className={s.tools} hidden={!isAuthenticated}>
          {!onDashboard && (
            <Button variant="quiet" small onClick={() => navigate(PATHS.dashboard)}>
              {toDashboard ?? w.toDashboard}
            </Button>
          )}
          {onDashboard && user?.role === 'admin' && (
            <Button variant="quiet" small onClick={() => navigate(PATHS.flowAStart)}>
              {w.toTraining}
            </Button>
          )}
          <Menu
            label={w.userMenu}
            icon="user"
            items={[
              { label: w.profile, icon: 'user', onSelect: () => navigate(PATHS.profile) },
              { label: w.signOut, icon: 'out', onSelect: signOut },
            ]}
          />
        </div>
      </header>
      <OfflineBanner />
      {dialog}
    </div>
  );
}
