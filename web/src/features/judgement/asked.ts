import type { GivenAnswer, PublicChoice, PublicFeedback } from '@/api/schema';

type Judged = {
  prompt: string;
  options: readonly PublicChoice[];
  confidence: boolean;
  disabledAnswers: readonly string[];
  answers: readonly GivenAnswer[];
  verdict: PublicFeedback | null;
};

/** What a form asks: the question or post, or instead the second look after an incorrect first answer. */
export type Asked<T> = Omit<T, 'options'> & { options: readonly PublicChoice[]; hint?: string };

/** What is asked now about a question or post. */
export function askedNow<T extends Judged>(item: T): Asked<T> {
  const look = item.verdict?.mayRetry && item.verdict.secondLook;
  if (!look) return item;
  const { prompt, hint, options } = look;
  return { ...item, prompt, hint, options, confidence: false, disabledAnswers: [] };
}

/** The label of the last answer to the question itself, not to a second look. */
export function answerLabel({ options, answers }: Judged): string | undefined {
  const labels = answers.map((given) => options.find((one) => one.value === given.answer)?.label);
  return labels.filter((label) => label !== undefined).at(-1);
}
