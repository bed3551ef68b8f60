import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useTiming } from './use-timing';

test('what was shown before the app was there is timed from then on, and only that', () => {
  const shell = { token: 'a', replies: {}, shown: Promise.resolve() };
  window.preloaded = { ...shell, shownAt: performance.now() - 5000 };
  const { result, rerender } = renderHook(({ page }) => useTiming(page), {
    initialProps: { page: 'first' },
  });
  expect(result.current.snapshot().submit).toBeGreaterThanOrEqual(5000);
  rerender({ page: 'second' });
  expect(result.current.snapshot().submit).toBeLessThan(5000);
  // Out of sight in between: the time since then is meaningless.
  window.preloaded = { ...shell, shownAt: null };
  const later = renderHook(() => useTiming('third'));
  expect(later.result.current.snapshot().submit).toBeLessThan(5000);
});
