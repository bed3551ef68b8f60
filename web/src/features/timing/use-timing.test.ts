import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useTiming } from './use-timing';

test('only a page shown before the app ran is timed from its first view', () => {
  const shell = { token: 'a', replies: {}, shown: Promise.resolve() };
  window.preloaded = { ...shell, shownAt: performance.now() - 5000 };
  const { result, rerender } = renderHook(({ page }) => useTiming(page), {
    initialProps: { page: 'first' },
  });
  expect(result.current.snapshot().submit).toBeGreaterThanOrEqual(5000);
  rerender({ page: 'second' });
  expect(result.current.snapshot().submit).toBeLessThan(5000);
  // The page was hidden in between, so the time since then is meaningless.
  window.preloaded = { ...shell, shownAt: null };
  const later = renderHook(() => useTiming('third'));
  expect(later.result.current.snapshot().submit).toBeLessThan(5000);
});
