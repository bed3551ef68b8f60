import { beforeEach, expect, test, vi } from 'vitest';
import type { PersonaCard, Post, PublicFeedback, Question, Receipt } from '@/api/schema';
import { late, pageViewed } from './flows';

const tracked: [string, object][] = [];

vi.mock('./moment', () => ({
  emit: (name: string, fields: object) => tracked.push([name, fields]),
  now: () => Date.now(),
}));

const question = {
  id: 'q2',
  number: 2,
  answers: [{ answer: 'original' }, { answer: 'altered' }],
  media: { kind: 'video' },
} as unknown as Question;
const post = { id: 'p3', number: 3, media: null } as unknown as Post;
const personas = [
  { id: 'done', state: 'done' },
  { id: 'now', state: 'under_way' },
] as PersonaCard[];
const items = [{ kind: 'information' }, { kind: 'choice' }, { kind: 'text' }];

const replies: Record<string, unknown> = {
  '/api/flow-a/questions': [question],
  '/api/personas': personas,
  '/api/personas/now/flow-b': { intro: '', posts: [post] },
  '/api/questionnaires/pre': { sections: [{ items }] },
  '/api/questionnaires/treatment': { sections: [{ items }] },
};

beforeEach(() => {
  tracked.length = 0;
  localStorage.setItem('auth_token', 'a');
  vi.stubGlobal('fetch', async (path: string) => {
    const reply = replies[path.replace(/\?.*/, '')];
    return reply ? Response.json(reply) : Response.json({ message: 'no' }, { status: 404 });
  });
});

const receipt = (currentState: string, verdict: Partial<PublicFeedback> | null = null) =>
  ({ receipt: 'r', currentState, verdict }) as unknown as Receipt;

const A = '/api/flow-a/questions/q2';
const PRE = '/api/users/save-pre-questionnaire-answers';
const answered = { questionId: 'q2', questionNumber: 2, answer: 'altered', isCorrect: true };
const questionnaire = (questionnaireType: string) => ({ questionnaireType, numberOfQuestions: 2 });

// A submission of an earlier page, and its missing event.
test.each([
  ['an answer', `${A}/answer`, {}, receipt('/x', { correct: true }), answered],
  ['a follow-up', `${A}/followup`, {}, receipt('/x', { correct: true }), answered],
  ['an answer before its follow-up', `${A}/answer`, {}, receipt('/x'), null],
  [
    'a post',
    '/api/flow-b/posts/p3/answer',
    { answer: 'genuine' },
    receipt('/x'),
    { promptId: 'p3', promptNumber: 3, response: 'genuine', mediaType: 'none' },
  ],
  ['a last section', PRE, {}, receipt('/home'), questionnaire('pre')],
  ['a section before the last', PRE, {}, receipt('/pre-questionnaire'), null],
  [
    'the last section before the training',
    '/api/users/save-treatment-answers',
    {},
    receipt('/flow-a/start'),
    questionnaire('treatment'),
  ],
  ['something without an event', '/api/control-flow/clips/c/ratings', {}, receipt('/x'), null],
  [
    'a question that no longer exists',
    '/api/flow-a/questions/q9/answer',
    {},
    receipt('/x', {}),
    null,
  ],
])('%s, submitted by an earlier page', async (_, path, body, came, fields) => {
  late({ path, body }, came);
  if (fields) await vi.waitFor(() => expect(tracked).toHaveLength(1));
  else await new Promise((done) => setTimeout(done, 20));
  expect(tracked.map(([, sent]) => sent)).toEqual(fields ? [expect.objectContaining(fields)] : []);
});

test.each([
  ['home', null, ['Page Viewed']],
  ['dashboard', 'home', ['Page Viewed', 'Dashboard Viewed']],
  ['profile', 'dashboard', ['Dashboard Action', 'Page Viewed', 'Profile Viewed']],
] as const)('%s is shown after %s', (page, before, names) => {
  pageViewed(page, `/${page}`, before);
  expect(tracked.map(([name]) => name)).toEqual(names);
});
