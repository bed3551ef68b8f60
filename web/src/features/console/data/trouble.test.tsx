import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiProblem } from '@/lib/problems';
import { renderConsole } from '../../../../test/render-console';
import { Trouble } from './trouble';

test.each([
  [500, 'internal', true],
  [403, 'role_forbids', false],
] as const)('after %i %s the log says more: %s', (status, code, isFault) => {
  const error = new ApiProblem({ status, code, message: 'Why' });
  renderConsole(<Trouble error={error} title="Title" busy={false} again={() => {}} />);
  expect(screen.getByText('Why')).toBeDefined();
  expect(screen.queryByText(/See its log/) !== null).toBe(isFault);
});
