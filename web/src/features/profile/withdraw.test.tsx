import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { StudyInfo } from '@/api/schema';
import { showStudy } from '@/features/study/study';
import { NetworkProblem } from '@/lib/problems';
import * as session from '@/lib/session';
import * as api from './api';
import { Withdraw } from './withdraw';

function open(withdrawal: StudyInfo['withdrawal']) {
  showStudy({ withdrawal } as StudyInfo);
  render(<Withdraw onDone={vi.fn()} />);
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw from the study' }));
}

const confirm = () => screen.getByRole('button', { name: 'Withdraw' });

test('if the study offers a choice, the participant must choose first', () => {
  open('choose');
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  expect(confirm().getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByRole('radio', { name: /erase/ }));
  expect(confirm().getAttribute('aria-disabled')).toBe('false');
});

test.each([
  ['keep', /We keep using the answers/],
  ['erase', /We erase your answers and your account/],
] as const)(
  'if the study offers only %s, the text says so and there is no choice',
  (mode, text) => {
    open(mode);
    expect(screen.queryAllByRole('radio')).toHaveLength(0);
    screen.getByText(text);
    expect(confirm().getAttribute('aria-disabled')).toBe('false');
  },
);

test('a second try after a lost reply clears the browser, as the first one has withdrawn the participant', async () => {
  vi.spyOn(session, 'hasEnded').mockReturnValue(true);
  const clear = vi.spyOn(session, 'clearSession').mockResolvedValue();
  const call = vi.spyOn(api, 'withdraw').mockRejectedValue(new NetworkProblem());
  open('keep');
  fireEvent.click(confirm());
  await vi.waitFor(() => expect(call).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull());
  expect(clear).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw from the study' }));
  fireEvent.click(confirm());
  await vi.waitFor(() => expect(clear).toHaveBeenCalledOnce());
});
