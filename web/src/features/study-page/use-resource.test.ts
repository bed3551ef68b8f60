import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useResource } from './use-resource';

test('what is kept is used at first, and passed by whenever it is asked for anew', async () => {
  const load = vi.fn(async (_signal: AbortSignal, fresh: boolean) => (fresh ? 'new' : 'kept'));
  const { result, rerender } = renderHook(({ key }) => useResource(key, load), {
    initialProps: { key: 'a' },
  });
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', data: 'kept' }));
  act(() => result.current.reload());
  expect(result.current.state).toBe('loading');
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', data: 'new' }));
  // Something else was not asked for anew.
  rerender({ key: 'b' });
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', data: 'kept' }));
});
