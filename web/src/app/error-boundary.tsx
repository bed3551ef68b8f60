import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react';
import { useRouteError } from 'react-router';
import { reportError } from '@/features/analytics/errors';
import { useMessages } from '@/lib/messages';
import { messageOf } from '@/lib/problems';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Main, PageTitle, Shell } from '@/ui/page-shell';
import s from './error-boundary.module.css';

/** Files of the app in a message, with their address: a chunk's name is no hint at the error. */
const FILE = /\S+\.(?:m?js|css)\b\S*/gi;

/** An error whose message mentions authentication is fixed by signing in again. */
export function isAboutAuth(error: unknown): boolean {
  return /auth|token/i.test(messageOf(error).replace(FILE, ''));
}

/** The two error screens. `reset` resets the boundary before the page is left. */
function ErrorScreen({ error, reset }: { error: unknown; reset?: () => void }) {
  const w = useMessages().errors;
  const auth = isAboutAuth(error);
  const title = auth ? w.authTitle : w.title;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const recover = () => {
    reset?.();
    if (auth) {
      localStorage.clear();
      window.location.assign('/auth');
    } else {
      window.location.reload();
    }
  };
  return (
    <Shell>
      <Main narrow>
        <div className={s.screen} role="alert">
          <span className={s.mark}>
            <Icon name={auth ? 'shield' : 'alert'} size={32} />
          </span>
          <PageTitle>{title}</PageTitle>
          <p className={s.text}>{auth ? w.authText : w.text}</p>
          <Button onClick={recover}>{auth ? w.authButton : w.button}</Button>
        </div>
      </Main>
    </Shell>
  );
}

/** Records an error that has put an error screen in place of a page. */
export function report(error: unknown, componentStack?: string | null): void {
  reportError('React Error Boundary', error, componentStack ?? '');
}

/** Errors of pages, while loading or showing them. */
export function RouteError() {
  return <ErrorScreen error={useRouteError()} />;
}

type State = { hasError: boolean; error: unknown };

/** Errors of whatever lies around the pages. */
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
