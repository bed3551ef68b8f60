import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { session } from '@/lib/session';
import { participant } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { answers } from '../../../test/server';
import { signIn } from '../../../test/sign-in';
import { FirstPassword } from './first-password';

const open = () => {
  signIn({ ...participant, passwordless: true });
  renderAt('/profile', { '/profile': <FirstPassword /> });
};

const save = (password: string) => {
  fireEvent.change(screen.getByLabelText('New password', { selector: 'input' }), {
    target: { value: password },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Set password' }));
};

test('the section names the username, and the password is set', async () => {
  const fetch = answers([200, participant]);
  open();
  screen.getByText(/quiet-otter-4821/);
  save('lanterns over the harbour');
  await waitFor(() => expect(session().user?.passwordless).toBeUndefined());
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/users/password');
  expect(fetch.mock.calls[0]?.[1]?.method).toBe('PUT');
});

test('why a password is not accepted is at the field', async () => {
  const field = { item: 'password', code: 'length', message: 'Use 8 to 256 characters.' };
  answers([422, { code: 'invalid_fields', message: 'no', fields: [field] }]);
  open();
  save('short');
  await screen.findByText('Use 8 to 256 characters.');
  expect(session().user?.passwordless).toBe(true);
});
