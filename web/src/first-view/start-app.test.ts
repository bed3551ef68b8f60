import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import startApp from './start-app';

const importFile = vi.fn(async (_file: string): Promise<void> => {});
const files = () => importFile.mock.calls.map(([file]) => file);

beforeEach(() => {
  importFile.mockReset();
  document.head.innerHTML = '';
  document.body.innerHTML =
    '<p class="loading" data-failed="It could not be loaded.">Loading...</p>' +
    '<template data-file="/assets/frame.js"></template>';
  const script = document.createElement('script');
  Object.assign(script.dataset, { entry: '/assets/app.js', sandbox: '/assets/sandbox.js' });
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
});
afterEach(() => {
  window.preloaded = null;
});

test('the app starts after the first view, with its files in parallel', async () => {
  let show = () => {};
  const shown = new Promise<void>((resolve) => {
    show = resolve;
  });
  window.preloaded = { token: 'a', replies: {}, shown };
  const started = startApp(importFile);
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(files()).toEqual([]);
  show();
  await started;
  expect(files()).toEqual(['/assets/app.js']);
  expect(document.head.innerHTML).toBe('<link rel="modulepreload" href="/assets/frame.js">');
});

test('a slow first view delays the app only briefly', async () => {
  vi.useFakeTimers();
  window.preloaded = { token: 'a', replies: {}, shown: new Promise(() => {}) };
  void startApp(importFile);
  await vi.advanceTimersByTimeAsync(299);
  expect(files()).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(files()).toEqual(['/assets/app.js']);
});

test('a preview loads its own storage first', async () => {
  sessionStorage.setItem('preview', '{}');
  await startApp(importFile);
  expect(files()).toEqual(['/assets/sandbox.js', '/assets/app.js']);
});

test('an app that can not be loaded is reported on the page', async () => {
  importFile.mockRejectedValue(new TypeError('offline'));
  await startApp(importFile);
  expect(document.querySelector('.loading')?.textContent).toBe('It could not be loaded.');
});
