import type { GivenAnswer, PublicFlowA, Question, Receipt } from '@/api/schema';
import { trackFlow } from '@/features/analytics/track';
import { api, localized } from '@/lib/api-client';
import { createCache } from '@/lib/resource-cache';
import { flowA } from './store';

/** The data of the pages of Flow A. */
export interface FlowAData {
  config: PublicFlowA;
  questions: Question[];
}

/** Media tickets expire; after a long pause the list is fetched again. */
const cache = createCache<FlowAData>({ freshFor: 20 * 60_000 });
const KEY = 'flow-a';

export const forgetFlowA = cache.clear;

/** Configuration and questions, fetched once for the whole flow, so that prefetched media are used. */
export function loadFlowA(): Promise<FlowAData> {
  return cache.get(KEY, async () => {
    const [config, questions] = await Promise.all([
      api.get('/api/flow-a/config', { ...localized(), failure: 'flowAConfig' }),
      api.get('/api/flow-a/questions', {
        ...localized(),
        failure: 'flowAQuestions',
      }),
    ]);
    for (const { id, disabledAnswers } of questions) {
      if (disabledAnswers.length > 0) flowA.disable(id, disabledAnswers);
    }
    return { config, questions };
  });
}

/** Like `loadFlowA`, for a feedback page: fetched again if another tab received the feedback. */
export async function loadFeedback(id: string): Promise<FlowAData> {
  const data = await loadFlowA();
  const question = data.questions.find((one) => one.id === id);
  if (!question || question.verdict) return data;
  forgetFlowA();
  return loadFlowA();
}

/** Applies a receipt to its question; `given` is absent for a follow-up. */
export function applyReceipt(id: string, given: GivenAnswer | null, receipt: Receipt): void {
  if (receipt.verdict) flowA.disable(id, receipt.verdict.disabledAnswers);
  const data = cache.update(KEY, (before) => withReceipt(before, id, given, receipt));
  const question = data?.questions.find((one) => one.id === id);
  if (question && receipt.verdict) trackFlow('questionAnswered', question, receipt.verdict);
}

/** The data after a receipt. */
export function withReceipt(
  data: FlowAData,
  id: string,
  given: GivenAnswer | null,
  { verdict }: Pick<Receipt, 'verdict'>,
): FlowAData {
  const questions = data.questions.map((question) => {
    if (question.id !== id) return question;
    return {
      ...question,
      answers: given ? [...question.answers, given] : question.answers,
      disabledAnswers: verdict?.disabledAnswers ?? question.disabledAnswers,
      verdict: verdict ?? (given ? null : question.verdict),
    };
  });
  return { ...data, questions };
}

/**
 * Whether the first attempt was correct. With a second attempt, the feedback is about the last one: the first was
 * correct exactly if there was only one and it was correct.
 */
export function rightAtFirst({ answers, verdict }: Question): boolean {
  return answers.length === 1 && verdict?.correct === true;
}

/** The result of the flow, by first attempts. `accuracy` is correct divided by total times 100. */
export function accuracyOf(questions: readonly Question[]) {
  const totalQuestions = questions.length;
  const correctAnswers = questions.filter(rightAtFirst).length;
  const accuracy = totalQuestions === 0 ? 0 : (correctAnswers / totalQuestions) * 100;
  return { totalQuestions, correctAnswers, accuracy };
}
