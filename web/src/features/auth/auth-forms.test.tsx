import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { StudyInfo } from '@/api/schema';
import { showStudy } from '@/features/study/study';
import { storeConsent, storedConsent } from '@/features/visit/consent';
import { storedRecruitment, storeRecruitment } from '@/features/visit/recruitment';
import { renderAt } from '../../../test/render';
import { answers } from '../../../test/server';
import { RegisterForm } from './register-form';
import { SignInForm } from './sign-in-form';

const open = (form: React.ReactNode) =>
  renderAt('/auth', { '/auth': form, '*': <p>elsewhere</p> }).router;

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: false, selector: 'input' }), {
    target: { value },
  });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Fills in the form and submits it. */
function submit(button: string, username: string, password: string) {
  type('Username', username);
  type('Password', password);
  press(button);
}

const user = { username: 'owl', role: 'participant', currentState: '/home', consent: {} };
const tokens = { access_token: 'a', refresh_token: 'r' };

test('empty fields: errors next to them, the focus in the first, nothing sent', () => {
  const fetch = answers([200, {}]);
  open(<SignInForm />);
  press('Sign in');
  screen.getByText('Enter your password');
  const name = screen.getByLabelText('Username');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(name);
  expect(fetch).not.toHaveBeenCalled();
});

test('a failed sign-in keeps the input and shows the error', async () => {
  answers([401, { code: 'login_failed', message: 'Login failed' }]);
  open(<SignInForm />);
  submit('Sign in', 'owl', 'wrong one');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Login failed'));
  expect((screen.getByLabelText('Username') as HTMLInputElement).value).toBe('owl');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
});

test('the title says that there is an error, as long as there is one', async () => {
  document.title = 'Sign in · A study';
  answers([401, { code: 'login_failed', message: 'Login failed' }], [200, { ...tokens, user }]);
  const router = open(<SignInForm />);
  press('Sign in');
  expect(document.title).toBe('Error: Sign in · A study');
  submit('Sign in', 'owl', 'wrong one');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Login failed'));
  expect(document.title).toBe('Error: Sign in · A study');
  press('Sign in');
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  expect(document.title).toBe('Sign in · A study');
});

test('an error disappears once the field is valid', async () => {
  open(<RegisterForm />);
  press('Create account');
  const password = screen.getByLabelText('Password', { exact: false, selector: 'input' });
  const user = userEvent.setup();
  await user.type(password, 'short');
  expect(password.getAttribute('aria-invalid')).toBe('true');
  await user.type(password, ' no more');
  expect(password.getAttribute('aria-invalid')).not.toBe('true');
  screen.getByText('Choose a username of 3 to 64 characters');
});

test.each([
  [<SignInForm key="in" />, 'Sign in', 'Signing in...'],
  [<RegisterForm key="new" />, 'Create account', 'Saving...'],
])('while it is sent the button shows that, also to a screen reader', async (form, name, doing) => {
  let answer = (_: Response) => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => (answer = done)));
  open(form);
  submit(name, 'owl', 'quiet lamp river');
  expect((await screen.findByRole('button', { name: doing })).getAttribute('aria-busy')).toBe(
    'true',
  );
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(doing);
  answer(new Response('{}', { status: 500 }));
  expect((await screen.findByRole('button', { name })).getAttribute('aria-busy')).toBe('false');
});

test.each([
  [{ ...user }, '/home'],
  [{ ...user, consent: null }, '/consent'],
  [{ ...user, role: 'admin', consent: null }, '/admin'],
])('after signing in the user is on their page', async (who, where) => {
  answers([200, { ...tokens, user: who }]);
  const router = open(<SignInForm />);
  submit('Sign in', 'owl', 'right one');
  await waitFor(() => expect(router.state.location.pathname).toBe(where));
});

test('an anonymous consent does not stay in the tab of a user who has signed in', async () => {
  storeConsent({ version: '1', locale: 'en', ticks: { take_part: true } });
  answers([200, { ...tokens, user }]);
  const router = open(<SignInForm />);
  submit('Sign in', 'owl', 'right one');
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  expect(storedConsent()).toBeUndefined();
});

test('registration sends the consent and the ids that this tab has stored, and no empty names', async () => {
  storeConsent({ version: '1', locale: 'en', ticks: { take_part: true } });
  storeRecruitment('?PROLIFIC_PID=p1');
  const fetch = answers([201, { ...tokens, user }]);
  const router = open(<RegisterForm />);
  submit('Create account', ' owl-77 ', 'quiet lamp river');
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toEqual({
    username: 'owl-77',
    password: 'quiet lamp river',
    locale: 'en',
    consent: { version: '1', locale: 'en', ticks: { take_part: true } },
    recruitment: { PROLIFIC_PID: 'p1' },
  });
  expect(storedConsent()).toBeUndefined();
  expect(storedRecruitment()).toBeUndefined();
});

test("the server's errors are shown next to their fields", async () => {
  const fields = [{ item: 'password', message: 'Too easy.' }];
  answers(
    [409, { code: 'username_taken', message: 'This name is taken.' }],
    [422, { code: 'invalid_fields', message: 'm', fields }],
  );
  open(<RegisterForm />);
  submit('Create account', 'owl', 'password');
  await screen.findByText('This name is taken.');
  press('Create account');
  await screen.findByText('Too easy.');
});

test('an error about the link has no field, and is shown above the form', async () => {
  const once =
    'This link was already used to take part. Please sign in with the username that you chose.';
  const fields = [{ item: 'recruitment', message: 'Please open the whole link.' }];
  answers(
    [409, { code: 'already_taking_part', message: once }],
    [422, { code: 'invalid_fields', message: 'm', fields }],
  );
  open(<RegisterForm />);
  submit('Create account', 'owl', 'quiet lamp river');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(once));
  press('Create account');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(fields[0]?.message));
});

test('a name can be suggested, the strength is shown in words, the password can be shown', async () => {
  answers([200, { username: 'quiet-otter-4821' }]);
  open(<RegisterForm />);
  press('Suggest a name');
  const name = screen.getByLabelText('Username') as HTMLInputElement;
  await waitFor(() => expect(name.value).toBe('quiet-otter-4821'));
  const password = screen.getByLabelText('Password', { selector: 'input' }) as HTMLInputElement;
  fireEvent.change(password, { target: { value: 'abc' } });
  await screen.findByText('Too short');
  fireEvent.change(password, { target: { value: 'quiet lamp river' } });
  const strong = await screen.findByText('Strong');
  expect(strong.closest('[role=status]')).not.toBeNull();
  press('Show password');
  expect(password.type).toBe('text');
});

test('who has forgotten the password sees the address of the study', () => {
  showStudy({ contact: { email: 'team@example.org' } } as StudyInfo);
  open(<SignInForm />);
  const address = screen.getByRole('link', { name: 'team@example.org' });
  expect(address.getAttribute('href')).toBe('mailto:team@example.org');
});
