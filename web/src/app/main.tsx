import { type ReactNode, StrictMode, Suspense } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { reportWindowErrors } from '@/features/analytics/errors';
import { startAnalytics } from '@/features/analytics/track';
import { startTheme } from '@/features/theme/theme';
import { storeRecruitment } from '@/features/visit/recruitment';
import { currentLocale, initLocale, loadMessages } from '@/lib/locale';
import { startSession } from '@/lib/session';
import { Loading } from '@/ui/loading';
import '@/styles/tokens.css';
import '@/styles/base.css';
import { ErrorBoundary, report } from './error-boundary';
import { hasHeldForm, saveFields } from './held-form';
import { makeRouter } from './router';

type Router = ReturnType<typeof makeRouter>;

/** Settles when the first page's code and data are loaded, so that it can be shown in one step. */
function firstPage(router: Router): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = router.subscribe((state) => {
      if (!state.initialized) return;
      stop();
      resolve();
    });
  });
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('no #root in the page');
  const servedLocale = document.documentElement.lang;
  // A form that was submitted early was in the language of the page, so the app uses that language.
  initLocale(hasHeldForm() ? servedLocale : undefined);
  await loadMessages();
  startTheme();
  startSession();
  startAnalytics();
  reportWindowErrors();
  storeRecruitment(location.search);
  const router = makeRouter();
  await firstPage(router);
  // The messages of the page itself, whose code is loaded only now.
  await loadMessages();
  const app = (
    <StrictMode>
      <ErrorBoundary>
        <Suspense fallback={<Loading />}>
          <RouterProvider
            router={router}
            onError={(error, { errorInfo }) => report(error, errorInfo?.componentStack)}
          />
        </Suspense>
      </ErrorBoundary>
    </StrictMode>
  );
  // The server rendered this page in another language than the reader chose earlier. Render it again.
  const asServed = root.dataset.mount === 'hydrate' && servedLocale === currentLocale();
  if (asServed) hydrateRoot(root, app);
  else await drawAnew(root, app);
}

async function drawAnew(root: HTMLElement, app: ReactNode): Promise<void> {
  if (document.forms.length > 0) await saveFields();
  createRoot(root).render(app);
}

// If the app fails to start, forms must not stay held.
start().catch((error: unknown) => {
  window.heldForm?.release();
  throw error;
});
