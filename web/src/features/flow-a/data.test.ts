import { expect, test } from 'vitest';
import type { Question } from '@/api/schema';
import { feedback, picture } from '../../../test/fixtures';
import { accuracyOf, type FlowAData, withReceipt } from './data';

const verdict = (correct: boolean, disabledAnswers: string[] = []) => ({
  ...feedback,
  correct,
  disabledAnswers,
});

const question = (id: string, more: Partial<Question> = {}): Question => ({
  id,
  number: 1,
  persona: { id: 'p', name: 'P', role: '', bio: '' },
  prompt: '?',
  context: null,
  options: [],
  confidence: true,
  media: picture,
  answers: [],
  disabledAnswers: [],
  verdict: null,
  ...more,
});

const given = { answer: 'original', confidence: 70 };
const data: FlowAData = {
  config: {
    totalQuestions: 2,
    interimAfter: 1,
    attempts: 2,
    confidence: true,
    followup: null,
    mediaTypes: [],
  },
  questions: [question('a'), question('b')],
};

test('a receipt changes its question and no other', () => {
  const after = withReceipt(data, 'a', given, { verdict: verdict(false, ['original']) });
  expect(after.questions[0]).toMatchObject({ answers: [given], disabledAnswers: ['original'] });
  expect(after.questions[0]?.verdict?.correct).toBe(false);
  expect(after.questions[1]).toBe(data.questions[1]);
});

test('an answer that waits for its follow-up clears the feedback of the attempt before', () => {
  const before = { ...data, questions: [question('a', { verdict: verdict(false, ['original']) })] };
  const after = withReceipt(before, 'a', given, { verdict: null });
  expect(after.questions[0]?.verdict).toBeNull();
});

test('a follow-up brings the feedback without another answer', () => {
  const after = withReceipt(data, 'a', null, { verdict: verdict(true) });
  expect(after.questions[0]).toMatchObject({ answers: [], verdict: { correct: true } });
});

test('accuracy counts first tries only', () => {
  const questions = [
    question('a', { answers: [given], verdict: verdict(true) }),
    question('b', { answers: [given, given], verdict: verdict(true) }),
    question('c', { answers: [given], verdict: verdict(false) }),
    question('d', { answers: [given], verdict: verdict(true) }),
  ];
  expect(accuracyOf(questions)).toEqual({ totalQuestions: 4, correctAnswers: 2, accuracy: 50 });
  expect(accuracyOf([])).toEqual({ totalQuestions: 0, correctAnswers: 0, accuracy: 0 });
});
