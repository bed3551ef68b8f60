import { messageOf } from '@/lib/problems';
import { pagePath } from '@/lib/site';
import { track } from './track';

/** Records an error that was shown or not caught. */
export function reportError(errorType: string, error: unknown, componentStack = ''): void {
  track('Error Occurred', {
    errorType,
    errorMessage: messageOf(error),
    // Without the query, because a link can contain recruitment IDs.
    url: pagePath(),
    userAgent: navigator.userAgent,
    stack: (error as Partial<Error> | null)?.stack ?? '',
    componentStack,
  });
}

/** Records errors that were not caught. */
export function reportWindowErrors(): void {
  addEventListener('error', ({ error }) => {
    // A picture that fails to load has no error here; its component reports it.
    if (error) reportError('Window Error', error);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    reportError('Unhandled Rejection', reason);
  });
}
