import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { client } from '../data/query';
import { UsageSection } from './usage';

test('usage is asked for anew each minute: no stream tells of it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const get = vi.spyOn(api, 'get').mockResolvedValue({ collected: false });
  render(
    <QueryClientProvider client={client}>
      <UsageSection />
    </QueryClientProvider>,
  );
  await screen.findByText(/Usage is sent to another service/);
  expect(get).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(get).toHaveBeenCalledTimes(2);
});
