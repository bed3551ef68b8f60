import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Study } from '@/api/types';
import { showStudy } from '@/features/study/study';
import { Withdraw } from './withdraw';

// jsdom knows dialogs, but not how they open.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

function open(withdrawal: Study['withdrawal']) {
  showStudy({ withdrawal } as Study);
  render(<Withdraw onDone={vi.fn()} />);
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw from the study' }));
}

const confirm = () => screen.getByRole('button', { name: 'Withdraw' });

test('where the study leaves the choice, one has to choose first', () => {
  open('choose');
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  expect(confirm().getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByRole('radio', { name: /erase/ }));
  expect(confirm().getAttribute('aria-disabled')).toBe('false');
});

test.each([
  ['keep', /We use your answers up to now/],
  ['erase', /We erase your answers and your account/],
] as const)('where the study only offers %s, it says so and offers nothing else', (mode, said) => {
  open(mode);
  expect(screen.queryAllByRole('radio')).toHaveLength(0);
  screen.getByText(said);
  expect(confirm().getAttribute('aria-disabled')).toBe('false');
});
