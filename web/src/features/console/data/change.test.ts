import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { change } from './change';
import { client, keyOf } from './query';

test('a change waits for the data of the page, but not for the comparison with the study folder', async () => {
  const study = vi.fn().mockResolvedValue('study');
  const folder = vi
    .fn()
    .mockResolvedValueOnce('version')
    .mockReturnValue(new Promise(() => {}));
  const shown = [
    { queryKey: keyOf('/api/admin/study'), queryFn: study },
    { queryKey: keyOf('/api/admin/study/version'), queryFn: folder },
  ].map((options) => new QueryObserver(client, options).subscribe(() => {}));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));

  await change(Promise.resolve());

  expect(study).toHaveBeenCalledTimes(2);
  expect(folder).toHaveBeenCalledTimes(2);
  for (const hide of shown) hide();
  client.clear();
});
