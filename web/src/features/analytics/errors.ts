import { messageOf } from '@/lib/problems';
import { track } from './track';

/** Records an error that somebody saw, or that nobody caught. */
export function reportError(errorType: string, error: unknown, componentStack = ''): void {
  track('Error Occurred', {
    errorType,
    errorMessage: messageOf(error),
    // Without query: a link may carry a recruiter's ids.
    url: window.location.pathname,
    userAgent: navigator.userAgent,
    stack: error instanceof Error ? (error.stack ?? '') : '',
    componentStack,
  });
}
