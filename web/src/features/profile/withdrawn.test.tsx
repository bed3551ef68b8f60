import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Withdrawn } from './withdrawn';

test.each([
  ['keep', /we may use the answers/],
  ['erase', /your answers and your account were erased/],
] as const)('the receipt names the choice: %s', (mode, text) => {
  const left = { mode, at: '2026-11-20T10:00:00Z', receipt: 'W-1', html: '', completion: null };
  render(<Withdrawn left={left} />, { wrapper: MemoryRouter });
  screen.getByText(text);
  expect(screen.getByText('W-1')).toBeDefined();
});
