import { expect, test } from 'vitest';
import type { PublicItem } from '@/api/schema';
import { en } from '@/locales/study.en';
// The server's tests (`crates/study/src/items/tests.rs`) read the same cases.
import answerCases from '../../../../fixtures/items/answers.json';
import conditionCases from '../../../../fixtures/items/conditions.json';
import { holds } from './condition';
import type { Answers } from './item-kind';
import { translateWith, validate } from './validate';

const translate = translateWith(en.validationMessages);

test.each(conditionCases)('a condition: $name', ({ condition, known, holds: expected }) => {
  expect(holds(condition, known)).toBe(expected);
});

const cases = answerCases.flatMap(({ item, cases }) =>
  cases.map(({ answers, errors }) => ({ item, answers, errors, kind: item.kind })),
);

test.each(cases)('an answer to $kind: $answers', ({ item, answers, errors }) => {
  const found = validate([item as PublicItem], answers as unknown as Answers, translate);
  expect(Object.fromEntries(found.map(({ item, message }) => [item, message]))).toEqual(errors);
});
