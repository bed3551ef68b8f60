import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createCache } from '@/lib/resource-cache';
import { useResource } from './use-resource';

test('a reload replaces cached data, and shows none meanwhile', async () => {
  const cache = createCache<string>();
  const server = vi.fn(async () => 'new').mockResolvedValueOnce('old');
  const { result, rerender } = renderHook(
    ({ key }) => useResource(key, () => cache.get('x', server)),
    { initialProps: { key: 'a' } },
  );
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', data: 'old' }));
  act(() => result.current.reload());
  expect(result.current.state).toBe('loading');
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', data: 'new' }));
  rerender({ key: 'b' });
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', data: 'new' }));
  expect(server).toHaveBeenCalledTimes(2);
});

test('a refresh loads again while the old data stay', async () => {
  const cache = createCache<string>();
  const server = vi.fn(async () => 'new').mockResolvedValueOnce('old');
  const { result } = renderHook(() => useResource('a', () => cache.get('x', server)));
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', data: 'old' }));
  await act(async () => {
    const refreshed = result.current.refresh();
    expect(result.current).toMatchObject({ state: 'ready', data: 'old' });
    await refreshed;
  });
  expect(result.current).toMatchObject({ state: 'ready', data: 'new' });
});
