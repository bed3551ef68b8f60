import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { trackFlow } from '@/features/analytics/track';
import { notify } from '@/features/notifications/store';
import { Toaster } from '@/features/notifications/toaster';
import { useStudy } from '@/features/study/study';
import { useLocale } from '@/lib/locale';
import { forgetPreloaded } from '@/lib/preloaded';
import { onSessionEnd } from '@/lib/session';
import { pagePath } from '@/lib/site';
import { personSignIn } from '@/lib/tokens';
import { useMessages } from '@/locales/messages';
import { Loading } from '@/ui/loading';
import { setTitle } from '@/ui/title';
import { endHolding } from './held-form';
import { PATHS, type PageId, pageOf } from './paths';
import { usePrefetch } from './prefetch';

/** Common to all pages: title, focus, page flow check, messages. */
export function Root() {
  const { pathname } = useLocation();
  const page = pageOf(pathname);
  useEffect(endHolding, []);
  useArrival(pathname);
  usePageTitle(page);
  usePageViews(page, pathname);
  useSessionEnd();
  useLanguageChange();
  usePrefetch(pathname);
  const loading = useNavigation().state === 'loading';
  return (
    <>
      <Outlet />
      {loading && <Loading over />}
      <Toaster inFlow={FREE.test(pathname)} />
    </>
  );
}

/** A new page starts at its top, with the focus on its heading, so that a screen reader announces the page. */
function useArrival(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    forgetPreloaded();
    window.scrollTo(0, 0);
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [pathname]);
}

function usePageTitle(page: PageId | null): void {
  const names = useMessages().pages;
  const study = useStudy()?.title ?? 'Unmask';
  useEffect(() => {
    if (page === 'landing') document.title = study;
    else if (page !== null) setTitle(names[page], study);
  }, [page, names, study]);
}

/** Records each change of route as a usage event. */
function usePageViews(page: PageId | null, pathname: string): void {
  const before = useRef<PageId | null>(null);
  useEffect(() => {
    if (page === null) return;
    trackFlow('pageViewed', page, pathname, before.current);
    before.current = page;
  }, [page, pathname]);
}

/** A visitor with a recruitment link may be another person, so these pages only show the message. */
const FREE = /^\/(consent|auth)?$/;

/** When the server has ended the session, redirects to the sign-in and shows why. */
function useSessionEnd(): void {
  const navigate = useNavigate();
  const { ended } = useMessages().chrome;
  useEffect(
    () =>
      onSessionEnd(() => {
        notify('warn', ended, 0);
        const other = personSignIn();
        if (other) window.location.assign(other);
        else if (!FREE.test(pagePath())) navigate(PATHS.auth);
      }),
    [navigate, ended],
  );
}

/** Loaders fetch the study's texts, so they run again after a change of language. */
function useLanguageChange(): void {
  const locale = useLocale();
  const shown = useRef(locale);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (shown.current === locale) return;
    shown.current = locale;
    void revalidate();
  }, [locale, revalidate]);
}
