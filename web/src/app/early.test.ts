import { beforeEach, expect, test, vi } from 'vitest';
import { keepFields, pressedEarly, takeOver } from './early';

const FORMS = `
  <form><input name="username"></form>
  <form>
    <input name="username">
    <input type="checkbox" name="agree">
    <button type="submit">Go</button>
  </form>`;

const sent = vi.fn((event: Event) => event.preventDefault());
const free = vi.fn();

beforeEach(() => {
  document.body.innerHTML = FORMS;
  for (const form of document.forms) form.addEventListener('submit', sent);
  sent.mockClear();
  free.mockClear();
  delete window.held;
});

test('a form sent before the app ran is sent once it runs, and only once', () => {
  window.held = { form: 1, free };
  expect(pressedEarly()).toBe(true);
  takeOver();
  takeOver();
  expect(sent).toHaveBeenCalledOnce();
  expect(sent.mock.calls[0]?.[0].target).toBe(document.forms[1]);
  expect(free).toHaveBeenCalled();
});

test('without one nothing is sent, and nothing held any more', () => {
  window.held = { form: -1, free };
  expect(pressedEarly()).toBe(false);
  takeOver();
  expect(sent).not.toHaveBeenCalled();
  expect(free).toHaveBeenCalledOnce();
});

test('a page without the script is taken over as well', () => {
  expect(pressedEarly()).toBe(false);
  expect(takeOver).not.toThrow();
});

test('a page drawn anew keeps ticks and values, and sends nothing in another language', async () => {
  const field = (name: string) => document.forms[1]?.elements.namedItem(name) as HTMLInputElement;
  field('username').value = 'quiet-owl';
  field('agree').checked = true;
  window.held = { form: 1, free };
  await keepFields();
  document.body.innerHTML = FORMS;
  takeOver();
  expect(field('username').value).toBe('quiet-owl');
  expect(field('agree').checked).toBe(true);
  expect(document.forms[0]?.elements.namedItem('username')).toHaveProperty('value', '');
  expect(sent).not.toHaveBeenCalled();
});
