import type { GivenAnswer, PublicFlowA, Question, Receipt } from '@/api/schema';
import { trackFlow } from '@/features/analytics/track';
import { api, localized } from '@/lib/api-client';
import { createCache } from '@/lib/resource-cache';
import { flowA } from './store';

/** Flow A as its pages need it. */
export interface FlowAData {
  config: PublicFlowA;
  questions: Question[];
}

/** Media tickets expire; after a long pause the list is fetched again. */
const cache = createCache<FlowAData>({ freshFor: 20 * 60_000 });
const KEY = 'flow-a';

export const forgetFlowA = cache.clear;

/** Config and questions: one fetch for the whole flow, so that prefetched media are used. */
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

/** The same for a feedback page: fetched again if another tab has got the feedback. */
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
 * Whether the first try was right. With a second attempt the feedback is about the last one; a first
 * try was right exactly when there was only one and it was.
 */
export function rightAtFirst({ answers, verdict }: Question): boolean {
  return answers.length === 1 && verdict?.correct === true;
}

/** How the flow went: the first try counts. `accuracy` is correct divided by total times 100. */
export function accuracyOf(questions: readonly Question[]) {
  const totalQuestions = questions.length;
  const correctAnswers = questions.filter(rightAtFirst).length;
  const accuracy = totalQuestions === 0 ? 0 : (correctAnswers / totalQuestions) * 100;
  return { totalQuestions, correctAnswers, accuracy };
}
