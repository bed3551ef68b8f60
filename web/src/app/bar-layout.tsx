import type { ReactNode } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useSignOut } from '@/features/signed-in/sign-out';
import { useSession } from '@/lib/session';
import { useMessages } from '@/locales/messages';
import { Brand } from '@/ui/brand';
import { Button } from '@/ui/button';
import { Menu, type MenuItem } from '@/ui/menu';
import { Shell } from '@/ui/page-shell';
import { SkipLink } from '@/ui/skip-link';
import s from './bar.module.css';
import { OfflineBanner } from './offline-banner';
import { PATHS, pageOf } from './paths';

/** What the console has in the bar. */
type Own = {
  /** The target of the brand. */
  start: string;
  /** Beside the brand. */
  title: ReactNode;
  /** The label of the link to the dashboard. */
  toDashboard: string;
  /** In place of that link and the user menu. */
  tools?: ReactNode;
};

/** Pages with the bar, which has the link to the dashboard and the user menu. */
export function BarLayout({ own, children = <Outlet /> }: { own?: Own; children?: ReactNode }) {
  return (
    <Shell>
      <SkipLink />
      <TopBar {...own} />
      {children}
    </Shell>
  );
}

/** On the dashboard, the administrator sees the button to the training instead. */
export function TopBar({ start = PATHS.dashboard, title, toDashboard, tools }: Partial<Own>) {
  const w = useMessages().chrome;
  const { pathname } = useLocation();
  const { user, isAuthenticated } = useSession();
  const navigate = useNavigate();
  const onDashboard = pageOf(pathname) === 'dashboard';
  return (
    <div className={s.bar}>
      <header className={s.head}>
        <Brand to={start} name="Unmask" compact />
        {title}
        {/* After a withdrawal the receipt is still shown, but the session has ended. */}
        <div className={s.tools} hidden={!isAuthenticated}>
          {tools}
          {!tools && !onDashboard && (
            <Button
              variant="quiet"
              small
              className={s.aside}
              onClick={() => navigate(PATHS.dashboard)}
            >
              {toDashboard ?? w.toDashboard}
            </Button>
          )}
          {onDashboard && user?.role === 'admin' && (
            <Button variant="quiet" small onClick={() => navigate(PATHS.flowAStart)}>
              {w.toTraining}
            </Button>
          )}
          {!tools && <UserMenu />}
        </div>
      </header>
      <OfflineBanner />
    </div>
  );
}

/** The user menu; with the way to the dashboard on pages without the bar. */
export function UserMenu({ toDashboard = false }) {
  const w = useMessages().chrome;
  const navigate = useNavigate();
  const { signOut, dialog } = useSignOut();
  const items: MenuItem[] = [
    { label: w.profile, icon: 'user', onSelect: () => navigate(PATHS.profile) },
    { label: w.signOut, icon: 'out', onSelect: signOut },
  ];
  if (toDashboard) {
    const onSelect = () => navigate(PATHS.dashboard);
    items.unshift({ label: w.toDashboard, icon: 'back', onSelect });
  }
  return (
    <>
      <Menu label={w.userMenu} icon="user" items={items} />
      {dialog}
    </>
  );
}
