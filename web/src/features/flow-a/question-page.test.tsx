import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PublicFlowA, Question } from '@/api/schema';
import * as outbox from '@/features/outbox/outbox';
import { api } from '@/lib/api-client';
import { feedback, option, participant, picture, receiptAt } from '../../../test/fixtures';
import { renderAt } from '../../../test/render';
import { signIn } from '../../../test/sign-in';
import { forgetFlowA, loadFlowA } from './data';
import { Component as QuestionPage } from './question-page';
import { flowA } from './store';

const loaded = vi.hoisted(() => vi.fn());
vi.mock('./region-question', () => {
  loaded();
  return { RegionQuestion: () => null };
});

const HERE = '/flow-a/question/q2';

const config: PublicFlowA = {
  totalQuestions: 2,
  interimAfter: 1,
  attempts: 2,
  confidence: true,
  followup: null,
  mediaTypes: ['image'],
};

const followup = { prompt: 'Why?', options: [], mark: false, words: true };

const question = (id: string, number: number): Question => ({
  id,
  number,
  persona: { id: 'p', name: 'Maren Holt', role: 'Pharmacist', bio: '' },
  prompt: 'Is this the original?',
  context: 'Maren talks about her pharmacy.',
  options: [option('original', 'Original'), option('altered', 'Altered')],
  confidence: true,
  media: picture,
  answers: [],
  disabledAnswers: [],
  verdict: null,
});

function show(
  second: Partial<Question> = {},
  first: Partial<Question> = {},
  more: Question[] = [],
  settings: PublicFlowA = config,
) {
  const questions = [
    { ...question('q1', 1), ...first },
    { ...question('q2', 2), ...second },
    ...more,
  ];
  vi.spyOn(api, 'get').mockImplementation((path) =>
    Promise.resolve((path.startsWith('/api/flow-a/config') ? settings : questions) as never),
  );
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  return renderAt(HERE, {
    '/flow-a/question/:questionId': <QuestionPage />,
    '*': <p>elsewhere</p>,
  }).router;
}

beforeEach(() => {
  forgetFlowA();
  flowA.reset();
  signIn({ ...participant, currentState: HERE });
  vi.stubGlobal('matchMedia', vi.fn().mockReturnValue({ matches: true }));
});

test('the code that marks a region is loaded before the follow-up, if it asks for one', async () => {
  const asking = (mark: boolean) => ({ ...config, followup: { ...followup, mark } });
  show({}, {}, [], asking(false));
  await screen.findByText('Is this the original?');
  expect(loaded).not.toHaveBeenCalled();
  forgetFlowA();
  cleanup();
  show({}, {}, [], asking(true));
  await waitFor(() => expect(loaded).toHaveBeenCalledOnce());
});

test('shows person, task and progress, and its index follows the address', async () => {
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Question 2 of 2' })).toBeTruthy();
  expect(screen.getByText('Maren Holt')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Someone behind a counter' })).toBeTruthy();
  await waitFor(() => expect(flowA.get().index).toBe(1));
});

test('submits the answer with its times, and follows the receipt', async () => {
  const submit = vi.spyOn(outbox, 'submit').mockResolvedValue(receiptAt(`${HERE}/correct`));
  const router = show();
  fireEvent.load(await screen.findByRole('img', { name: 'Someone behind a counter' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Altered' }));
  await userEvent.click(screen.getByRole('radio', { name: '70%' }));
  fireEvent.load(screen.getByRole('img', { name: picture.alt }));
  await userEvent.click(screen.getByRole('button', { name: 'Check my answer' }));
  expect(await screen.findByText('elsewhere')).toBeTruthy();
  expect(router.state.location.pathname).toBe(`${HERE}/correct`);
  const [path, call] = submit.mock.lastCall ?? [];
  expect(path).toBe('/api/flow-a/questions/{id}/answer');
  expect(call).toMatchObject({
    path: { id: 'q2' },
    body: { answer: 'altered', confidence: 70, timing: { media: [{ url: '/api/media/t' }] } },
  });
  const { questions } = await loadFlowA();
  expect(questions[1]?.answers).toEqual([{ answer: 'altered', confidence: 70 }]);
});

test('the button only promises a check if the feedback comes next', async () => {
  show({}, {}, [], { ...config, followup });
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeTruthy();
});

test('the second attempt has no follow-up', async () => {
  const given = { answer: 'original', confidence: 60 };
  const again = { answers: [given], disabledAnswers: wrong.disabledAnswers, verdict: wrong };
  show(again, {}, [], { ...config, followup });
  expect(await screen.findByRole('button', { name: 'Check my answer' })).toBeTruthy();
});

/** An incorrect first answer with a second attempt. */
const wrong = { ...feedback, correct: false, mayRetry: true, disabledAnswers: ['original'] };

test('an answer from another tab shows the next attempt', async () => {
  window.history.replaceState(null, '', HERE);
  vi.spyOn(outbox, 'submit').mockResolvedValue({ ...receiptAt(HERE), repeated: true });
  show();
  await userEvent.click(await screen.findByRole('radio', { name: 'Original' }));
  await userEvent.click(screen.getByRole('radio', { name: '70%' }));
  fireEvent.load(screen.getByRole('img', { name: picture.alt }));
  const now = {
    ...question('q2', 2),
    answers: [{ answer: 'original', confidence: 70 }],
    disabledAnswers: wrong.disabledAnswers,
    verdict: wrong,
  };
  const replies: Record<string, unknown> = {
    '/api/users/profile': { ...participant, currentState: HERE },
    '/api/flow-a/config': config,
    '/api/flow-a/questions': [now],
  };
  vi.spyOn(api, 'get').mockImplementation((path) => Promise.resolve(replies[path] as never));
  await userEvent.click(screen.getByRole('button', { name: 'Check my answer' }));
  const tried = await screen.findByRole<HTMLInputElement>('radio', { name: /already tried this/ });
  expect(tried.disabled).toBe(true);
});

test('on another attempt the earlier answer is disabled, with the reason', async () => {
  const given = { answer: 'original', confidence: 60 };
  show({ answers: [given], disabledAnswers: wrong.disabledAnswers, verdict: wrong });
  const tried = await screen.findByRole<HTMLInputElement>('radio', { name: /already tried this/ });
  expect(tried.disabled).toBe(true);
  expect(flowA.get().disabledAnswers).toEqual({ q2: ['original'] });
});

test('a second look asks for the sign, with a hint and without confidence', async () => {
  const secondLook = {
    prompt: 'Which sign settles it?',
    hint: 'Watch the mouth.',
    options: ['lips', 'edges', 'light'].map((value) => ({
      value,
      label: value,
      note: null,
      exclusive: false,
    })),
  };
  const submit = vi.spyOn(outbox, 'submit').mockResolvedValue(receiptAt(`${HERE}/incorrect`));
  show({
    answers: [{ answer: 'original', confidence: 60 }],
    disabledAnswers: wrong.disabledAnswers,
    verdict: { ...wrong, truth: 'Altered', secondLook },
  });
  expect(await screen.findByText('Watch the mouth.')).toBeTruthy();
  expect(screen.getAllByRole<HTMLInputElement>('radio').map((one) => one.disabled)).toEqual([
    false,
    false,
    false,
  ]);
  await userEvent.click(screen.getByRole('radio', { name: 'edges' }));
  await userEvent.click(screen.getByRole('button', { name: 'Check my answer' }));
  await waitFor(() => expect(submit).toHaveBeenCalled());
  expect(submit.mock.lastCall?.[1].body).toMatchObject({ answer: 'edges' });
  expect(submit.mock.lastCall?.[1].body).not.toHaveProperty('confidence');
});

test('a participant who looks back moves among answered questions', async () => {
  const verdict = { ...feedback, truth: 'Original' };
  const answers = [{ answer: 'original', confidence: 60 }];
  const router = show({ answers, verdict }, { answers, verdict }, [question('q3', 3)]);
  const forward = vi.spyOn(flowA, 'forward');
  const at = () => router.state.location.pathname;
  const next = await screen.findByRole('button', { name: 'Next' });
  // The last answered question.
  expect(next.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(next);
  expect(at()).toBe(HERE);
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(at()).toBe('/flow-a/question/q1');
  await waitFor(() => expect(flowA.get().index).toBe(0));
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  expect(at()).toBe(HERE);
  // The rule applies to the last of all questions, not of the answered ones.
  expect(forward).toHaveBeenCalledExactlyOnceWith(3);
});
