import { Component, type ErrorInfo, type ReactNode, useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { reportError } from '@/features/analytics/errors';
import { cx } from '@/lib/cx';
import { isMissingFile, messageOf } from '@/lib/problems';
import { BASE, clearStorage } from '@/lib/site';
import { useMessages } from '@/locales/messages';
import { Button } from '@/ui/button';
import kinds from '@/ui/callout.module.css';
import { Icon } from '@/ui/icon';
import { Main, PageTitle, Shell } from '@/ui/page-shell';
import s from './error-boundary.module.css';

/** Addresses of the app's files in a message. They are removed, because a chunk's name may contain "auth". */
const FILE = /\S+\.(?:m?js|css)\b\S*/gi;

/** Whether an error's message mentions authentication; signing in again then fixes it. */
export function isAboutAuth(error: unknown): boolean {
  return /auth|token/i.test(messageOf(error).replace(FILE, ''));
}

/** Whether a file is missing although the server responds: it was updated since this page was loaded. */
function useOutdated(error: unknown): boolean {
  const [outdated, setOutdated] = useState(false);
  useEffect(() => {
    if (!isMissingFile(error)) return;
    fetch('/', { method: 'HEAD' }).then(
      ({ ok }) => setOutdated(ok),
      () => {},
    );
  }, [error]);
  return outdated;
}

/** The error screens. `reset` clears the error before the page changes. */
function ErrorScreen({ error, reset }: { error: unknown; reset?: () => void }) {
  const w = useMessages().errors;
  const auth = isAboutAuth(error);
  const outdated = useOutdated(error);
  const title = auth ? w.authTitle : outdated ? w.newTitle : w.title;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const recover = () => {
    reset?.();
    if (auth) {
      clearStorage();
      window.location.assign(`${BASE}/auth`);
    } else {
      window.location.reload();
    }
  };
  return (
    <Shell>
      <Main narrow>
        <div className={s.screen} role="alert">
          <span className={cx(s.mark, outdated && !auth ? kinds.info : kinds.bad)}>
            <Icon name={auth ? 'shield' : outdated ? 'info' : 'alert'} size={32} />
          </span>
          <PageTitle>{title}</PageTitle>
          <p className={s.text}>{auth ? w.authText : outdated ? w.newText : w.text}</p>
          <Button onClick={recover}>{auth ? w.authButton : w.button}</Button>
        </div>
      </Main>
    </Shell>
  );
}

/** Records an error that an error screen shows. */
export function report(error: unknown, componentStack?: string | null): void {
  reportError('React Error Boundary', error, componentStack ?? '');
}

/** Shows errors of pages, while loading or rendering. */
export function RouteError() {
  return <ErrorScreen error={useRouteError()} />;
}

type State = { hasError: boolean; error: unknown };

/** Catches errors outside the pages. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasError: false, error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { hasError: true, error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    report(error, info.componentStack);
    console.error('React Error Boundary', messageOf(error), info.componentStack);
  }

  reset = (): void => this.setState({ hasError: false, error: null });

  override render(): ReactNode {
    if (!this.state.hasError) return this.props.children;
    return <ErrorScreen error={this.state.error} reset={this.reset} />;
  }
}
