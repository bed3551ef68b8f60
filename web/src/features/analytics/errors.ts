import { messageOf } from '@/lib/problems';
import { track } from './track';

/** Records an error that was shown, or not caught. */
export function reportError(errorType: string, error: unknown, componentStack = ''): void {
  track('Error Occurred', {
    errorType,
    errorMessage: messageOf(error),
    // Without query: a link may carry a recruiter's ids.
    url: window.location.pathname,
    userAgent: navigator.userAgent,
    stack: (error as Partial<Error> | null)?.stack ?? '',
    componentStack,
  });
}

/** Records errors that were not caught. */
export function reportWindowErrors(): void {
  addEventListener('error', ({ error }) => {
    // A picture that fails has no error and is reported where it is shown.
    if (error) reportError('Window Error', error);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    reportError('Unhandled Rejection', reason);
  });
}
