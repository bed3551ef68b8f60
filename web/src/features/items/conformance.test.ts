import { beforeAll, expect, test } from 'vitest';
import type { PublicItem } from '@/api/schema';
// The server's tests (`crates/study/src/items/tests.rs`) read the same cases.
import answerCases from '../../../../fixtures/items/answers.json';
import conditionCases from '../../../../fixtures/items/conditions.json';
import sectionCases from '../../../../fixtures/items/sections.json';
import { shownItems } from './answers';
import { holds } from './condition';
import type { Answers, Translate } from './item-kind';
import { loadKinds } from './kinds';
import { validate } from './validate';

/** The errors in the format of the cases: the server's code, and the values of the message's placeholders. */
function errorsOf(items: readonly PublicItem[], answers: unknown) {
  const translate: Translate = (code, { min, max } = {}) =>
    JSON.stringify({ code, min: min?.toString(), max: max?.toString() });
  const found = validate(items, answers as Answers, translate);
  return Object.fromEntries(found.map(({ item, message }) => [item, JSON.parse(message)]));
}

test.each(conditionCases)('a condition: $name', ({ condition, known, holds: expected }) => {
  expect(holds(condition, known)).toBe(expected);
});

beforeAll(() => loadKinds(answerCases.map(({ item }) => item as PublicItem)));

const cases = answerCases.flatMap(({ item, cases }) =>
  cases.map(({ answers, errors }) => ({ item, answers, errors, kind: item.kind })),
);

test.each(cases)('an answer to $kind: $answers', ({ item, answers, errors }) => {
  expect(errorsOf([item as PublicItem], answers)).toEqual(errors);
});

const inSections = sectionCases.flatMap(({ name: section, items, cases }) =>
  cases.map((one) => ({ ...one, section, items: items.map(({ item }) => item as PublicItem) })),
);

test.each(inSections)('$section: $name', ({ items, earlier, answers, shown, sent, errors }) => {
  const found = shownItems(items, answers as unknown as Answers, earlier as unknown as Answers);
  expect(found.items.map((item) => item.id)).toEqual(shown);
  expect(found.answers).toEqual(sent);
  expect(errorsOf(found.items, found.answers)).toEqual(errors);
});
