import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { notifications } from '@/features/notifications/store';
import * as outbox from '@/features/outbox/outbox';
import { setLocale } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { useSubmit } from './use-submit';

beforeEach(async () => {
  await setLocale('en');
  notifications.set([]);
});

async function rejectedAt(currentState: string): Promise<string[]> {
  const problem = new ApiProblem({ status: 409, code: 'wrong_page', currentState });
  vi.spyOn(outbox, 'submit').mockRejectedValue(problem);
  const { result } = renderHook(() => useSubmit(), { wrapper: MemoryRouter });
  const body = { section: null, answers: {} };
  await act(() => result.current.send('/api/users/save-pre-questionnaire-answers', { body }));
  return notifications.get().map(({ text }) => text);
}

test('answers that come after the end of a part are reported as not saved', async () => {
  const tooLate = /^Your last answers came too late and were not saved/;
  expect(await rejectedAt('/end')).toEqual([expect.stringMatching(tooLate)]);
});

test('answers to a page before the present one are not', async () => {
  expect(await rejectedAt('/home')).toEqual([]);
});
