import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import holdForm from './hold-form';

const press = () => document.querySelector<HTMLElement>('button')?.click();
const busy = () => document.querySelector('button')?.getAttribute('aria-busy');
/** Whether the browser would send a form to the server. */
const isSent = () =>
  document.forms[0]?.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
/** Prevents jsdom from sending it. */
const ignore = (event: Event) => event.preventDefault();

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<form></form><form><button type="submit">Go</button></form>';
  document.forms[1]?.addEventListener('submit', ignore);
  const script = Object.assign(document.createElement('script'), { type: 'none' });
  script.dataset.entry = '/assets/app.js';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
});

afterEach(() => window.heldForm?.release());

function run(app: Promise<void> = new Promise(() => {})) {
  const importFile = vi.fn((_file: string) => app);
  holdForm(importFile);
  return importFile;
}

test('the app starts once, when everything else has loaded', () => {
  const importFile = run();
  expect(importFile).not.toHaveBeenCalled();
  dispatchEvent(new Event('load'));
  vi.runAllTimers();
  expect(importFile.mock.calls).toEqual([['/assets/app.js']]);
});

test('a form that is submitted before is held, and starts the app at once', () => {
  const importFile = run();
  press();
  expect(importFile).toHaveBeenCalledOnce();
  expect(busy()).toBe('true');
  expect(window.heldForm?.form).toBe(1);
  expect(isSent()).toBe(false);
  dispatchEvent(new Event('load'));
  vi.runAllTimers();
  expect(importFile).toHaveBeenCalledOnce();
});

test('the app ends the holding', () => {
  run();
  window.heldForm?.release();
  press();
  expect(window.heldForm?.form).toBe(-1);
  expect(busy()).toBeNull();
});

test("an app that can't be loaded holds no form", async () => {
  run(Promise.reject(new TypeError('offline')));
  press();
  await vi.waitFor(() => expect(busy()).toBe('false'));
  expect(isSent()).toBe(true);
});
