import { beforeEach, expect, test, vi } from 'vitest';
import type { PublicQuestionnaire, Question } from '@/api/schema';
import preload from './preload';

const question = (id: string, media: Partial<Question['media']>) =>
  ({ id, media: { kind: 'video', poster: null, sources: [], ...media } }) as Question;
const questions = [
  question('q1', { poster: '/m/q1.webp', width: 720, height: 1280 }),
  question('q2', { kind: 'image', sources: [{ url: '/m/q2.webp', mediaType: 'image/webp' }] }),
  question('q3', { kind: 'audio' }),
];
const questionnaire = {
  title: 'Before we start',
  intro: '<h1>Welcome</h1>',
  done: 0,
  sections: [
    { title: 'About you', intro: '<p>Five questions.</p>' },
    { title: 'Your habits', intro: null },
  ],
} as unknown as PublicQuestionnaire;

/** The shell of a page at `path` that preloads `call`; the server replies with `data`. */
function shell(path: string, call: string, data: unknown, status = 200) {
  history.replaceState(null, '', path);
  document.head.innerHTML = `<meta name="preload" content="${call}">`;
  const frame = path.startsWith('/flow-a')
    ? '<figure id="first-view" hidden><img alt=""></figure>'
    : '<header id="first-view" hidden><p></p><h1></h1><div></div><div></div></header>';
  document.body.innerHTML = `${frame}<p class="loading" data-over="over">Loading...</p>`;
  const server = vi.fn(async (_path: string, _init: RequestInit) =>
    Response.json(data, { status }),
  );
  vi.stubGlobal('fetch', server);
  return server;
}

const frame = () => document.getElementById('first-view') as HTMLElement;
const run = async () => {
  preload();
  await window.preloaded?.shown;
};

beforeEach(() => {
  document.documentElement.lang = 'en';
  localStorage.setItem('auth_token', 'mine');
  HTMLImageElement.prototype.decode = async () => {};
});

test('calls are made in the reader’s language and name, and the replies wait for the app', async () => {
  localStorage.setItem('locale', 'de-AT');
  const server = shell('/end', '/api/debrief?locale=', { html: 'Thanks' });
  await run();
  expect(server.mock.calls.map(([path]) => path)).toEqual(['/api/debrief?locale=de-AT']);
  const headers = new Headers(server.mock.calls[0]?.[1].headers);
  expect(headers.get('Authorization')).toBe('Bearer mine');
  expect(window.preloaded?.token).toBe('mine');
  const reply = await window.preloaded?.replies['/api/debrief?locale=de-AT'];
  expect(await reply?.json()).toEqual({ html: 'Thanks' });
  expect(window.preloaded?.shownAt).toBeUndefined();
});

test.each([
  ['no user is signed in', () => localStorage.removeItem('auth_token')],
  ['the tab is a preview', () => sessionStorage.setItem('preview', '{}')],
])('%s: nothing is preloaded', async (_, set) => {
  set();
  const server = shell('/end', '/api/debrief?locale=', {});
  await run();
  expect(server).not.toHaveBeenCalled();
  expect(window.preloaded).toBeNull();
});

test.each([
  ['/flow-a/question/q1', '/m/q1.webp', '0.5625'],
  ['/flow-a/question/q2', '/m/q2.webp', `${16 / 9}`],
])('%s shows the picture of its question', async (path, address, ratio) => {
  shell(path, '/api/flow-a/questions?locale=', questions);
  await run();
  expect(frame().querySelector('img')?.getAttribute('src')).toBe(address);
  expect(frame().style.getPropertyValue('--ratio')).toBe(ratio);
  expect(frame().hidden).toBe(false);
  expect(document.querySelector('.loading')?.className).toBe('loading over');
  expect(window.preloaded?.shownAt).toBeLessThanOrEqual(performance.now());
  // The app uses the same data.
  const reply = await window.preloaded?.replies['/api/flow-a/questions?locale=en'];
  expect(await reply?.json()).toHaveLength(3);
});

test.each([
  ['sound', '/flow-a/question/q3', 200],
  ['another question', '/flow-a/question/q9', 200],
  ['a rejected call', '/flow-a/question/q1', 403],
])('%s shows no picture, and its time does not start', async (_, path, status) => {
  shell(path, '/api/flow-a/questions?locale=', questions, status);
  await run();
  expect(frame().hidden).toBe(true);
  expect(window.preloaded?.shownAt).toBeUndefined();
});

test('a questionnaire shows heading and text of its first section', async () => {
  shell('/pre-questionnaire', '/api/questionnaires/pre?locale=', questionnaire);
  await run();
  expect(frame().innerHTML).toBe(
    '<p>Before we start</p><h1>About you</h1><div><h2>Welcome</h2></div><div><p>Five questions.</p></div>',
  );
  expect(frame().hidden).toBe(false);
});

test('a later section has no introduction to the questionnaire', async () => {
  const later = { ...questionnaire, done: 1 };
  shell('/pre-questionnaire', '/api/questionnaires/pre?locale=', later);
  await run();
  expect(frame().innerHTML).toBe('<p>Before we start</p><h1>Your habits</h1>');
});

test('a page that was hidden in between is not timed from its first view', async () => {
  shell('/pre-questionnaire', '/api/questionnaires/pre?locale=', questionnaire);
  await run();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(window.preloaded?.shownAt).toBeNull();
});
