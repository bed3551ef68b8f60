import { beforeEach, expect, test, vi } from 'vitest';
import { endHolding, hasHeldForm, saveFields } from './held-form';

const FORMS = `
  <form><input name="username"></form>
  <form>
    <input name="username">
    <input type="checkbox" name="agree">
    <button type="submit">Go</button>
  </form>`;

const sent = vi.fn((event: Event) => event.preventDefault());
const release = vi.fn();

beforeEach(() => {
  document.body.innerHTML = FORMS;
  for (const form of document.forms) form.addEventListener('submit', sent);
  sent.mockClear();
  release.mockClear();
  delete window.heldForm;
});

test('a form sent before the app ran is sent once it runs, and only once', () => {
  window.heldForm = { form: 1, release };
  expect(hasHeldForm()).toBe(true);
  endHolding();
  endHolding();
  expect(sent).toHaveBeenCalledOnce();
  expect(sent.mock.calls[0]?.[0].target).toBe(document.forms[1]);
  expect(release).toHaveBeenCalled();
});

test('without a held form nothing is sent, and later forms are not held', () => {
  window.heldForm = { form: -1, release };
  expect(hasHeldForm()).toBe(false);
  endHolding();
  expect(sent).not.toHaveBeenCalled();
  expect(release).toHaveBeenCalledOnce();
});

test('a page without the script is taken over as well', () => {
  expect(hasHeldForm()).toBe(false);
  expect(endHolding).not.toThrow();
});

test('a page rendered again keeps its input, and sends nothing in another language', async () => {
  const field = (name: string) => document.forms[1]?.elements.namedItem(name) as HTMLInputElement;
  field('username').value = 'quiet-owl';
  field('agree').checked = true;
  window.heldForm = { form: 1, release };
  await saveFields();
  document.body.innerHTML = FORMS;
  endHolding();
  expect(field('username').value).toBe('quiet-owl');
  expect(field('agree').checked).toBe(true);
  expect(document.forms[0]?.elements.namedItem('username')).toHaveProperty('value', '');
  expect(sent).not.toHaveBeenCalled();
});
