import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeclinedCode } from '@/api/schema';
import { renderAt } from '../../../test/render';
import { Declined } from './declined';

const open = (code?: DeclinedCode | null) =>
  renderAt('/consent', {
    '/consent': <Declined html="<p>Fine.</p>" code={code} onBack={() => {}} />,
  });

test('who declines gets the code of the study and the way back', async () => {
  open({ code: 'NO-1', returnUrl: 'https://example.org/complete?cc=NO-1' });
  await screen.findByText('NO-1');
  const back = screen.getByRole('link', { name: 'Go back to that site' });
  expect(back.getAttribute('href')).toBe('https://example.org/complete?cc=NO-1');
});

test('without one there is the text alone', () => {
  open();
  screen.getByText('Fine.');
  expect(screen.queryByRole('heading', { name: 'Your code' })).toBeNull();
});
