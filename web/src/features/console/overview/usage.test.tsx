import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { api } from '@/lib/api-client';
import { renderConsole } from '../../../../test/render-console';
import { UsageSection } from './usage';

test('usage is requested each minute, as it is not part of the stream', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const get = vi.spyOn(api, 'get').mockResolvedValue({ collected: false });
  renderConsole(<UsageSection />);
  await screen.findByText(/Usage is sent to another service/);
  expect(get).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(get).toHaveBeenCalledTimes(2);
});
