import type { PublicDebrief } from '@/api/schema';
import type { AccountMessages } from '@/locales/account.en';

/** How many of the items of one kind. */
type Count = { count: number; of: number };

/** What a participant's judgements in the tests came to. A part without data is null. */
export type Result = {
  /** Correct judgements in each test. */
  before: Count | null;
  after: Count | null;
  /** Correct judgements in all later parts of the study together. */
  later: Count | null;
  /** How many judgements afterwards the participant believed to be correct. */
  estimate: number | null;
  /** Mean confidence afterwards, in per cent, of correct and of incorrect judgements. */
  confidence: { right: number; wrong: number } | null;
  /** Manipulated items afterwards that were not called altered. */
  misses: Count | null;
  /** Authentic items afterwards that were called altered. */
  falseAlarms: Count | null;
};

function count(
  items: readonly PublicDebrief[],
  counts: (item: PublicDebrief) => boolean,
): Count | null {
  return items.length === 0 ? null : { count: items.filter(counts).length, of: items.length };
}

function mean(items: readonly PublicDebrief[]): number | null {
  const given = items.flatMap(({ confidence }) => confidence ?? []);
  const sum = given.reduce((total, confidence) => total + confidence, 0);
  return given.length === 0 ? null : Math.round(sum / given.length);
}

/** The result; null if nothing was judged in a test. */
export function resultOf(items: readonly PublicDebrief[], estimate: number | null): Result | null {
  const judged = (part: PublicDebrief['part']) =>
    items.filter((item) => item.part === part && item.correct !== null);
  const after = judged('after');
  const score = (of: readonly PublicDebrief[]) => count(of, (item) => item.correct === true);
  const tests = {
    before: score(judged('before')),
    after: score(after),
    later: score(judged('later')),
  };
  if (!tests.before && !tests.after && !tests.later) return null;
  const right = mean(after.filter((item) => item.correct));
  const wrong = mean(after.filter((item) => !item.correct));
  return {
    ...tests,
    estimate: tests.after && estimate,
    confidence: right === null || wrong === null ? null : { right, wrong },
    misses: count(
      after.filter((item) => item.manipulated),
      (item) => item.calledAltered === false,
    ),
    falseAlarms: count(
      after.filter((item) => !item.manipulated),
      (item) => item.calledAltered === true,
    ),
  };
}

type Words = AccountMessages['end']['result'];
export type Bar = { label: string; text: string; count: number; of: number };

/** The result as bars and sentences: the same on the page and in the picture. */
export function describe(result: Result, w: Words): { bars: Bar[]; sentences: string[] } {
  const { before, after, later, estimate, confidence, misses, falseAlarms } = result;
  const bar = (label: string, score: Count | null): Bar[] =>
    score ? [{ label, text: w.score(score.count, score.of), ...score }] : [];
  const sentences = [
    after && estimate !== null && w.estimate(estimate, after.count, after.of),
    confidence && w.confidence(confidence.right, confidence.wrong),
    misses && w.misses(misses.count, misses.of),
    falseAlarms && w.falseAlarms(falseAlarms.count, falseAlarms.of),
  ];
  return {
    bars: [...bar(w.before, before), ...bar(w.after, after), ...bar(w.later, later)],
    sentences: sentences.filter((sentence) => typeof sentence === 'string'),
  };
}
