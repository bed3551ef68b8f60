import { expect, test } from 'vitest';
import type { PublicItem } from '@/api/schema';
import { en } from '@/locales/study.en';
import serverMessages from '../../../../docs/generated/validation-messages.json';
import answerCases from '../../../../fixtures/items/answers.json';
import { required } from '../../../test/fixtures';
import { translateWith, validate } from './validate';

// `conformance.test.ts` runs the cases that the web app shares with the server.

const translate = translateWith(en.validationMessages);

const items = answerCases.map(({ item }) => item as PublicItem);

test.each(items)('an optional $kind item can stay empty', (item) => {
  expect(validate([{ ...item, required: false }], {}, translate)).toEqual([]);
});

const number = {
  ...required,
  id: 'v',
  label: '?',
  kind: 'number' as const,
  min: null,
  max: null,
  integer: true,
  unit: null,
};
test.each<[PublicItem, string]>([
  [{ ...number, min: 0, max: 1, integer: false }, 'Enter a number from 0 to 1.'],
  [{ ...number, min: 18 }, 'Enter a number of at least 18.'],
  [{ ...number, max: 9 }, 'Enter a number of at most 9.'],
  [number, 'Enter a whole number.'],
  [{ ...number, integer: false }, 'Enter a number.'],
])('a missing number is described by its limits: %o', (item, message) => {
  expect(validate([item], {}, translate)).toEqual([{ item: 'v', message }]);
});

/** Codes of answers that no control of the web app can give. */
const SERVER_ONLY = ['choose_any', 'unknown'];

test('the messages are those of the server, code by code', () => {
  const codeOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const web = Object.entries(en.validationMessages).map(([key, text]) => [codeOf(key), text]);
  const server = Object.entries(serverMessages).filter(([code]) => !SERVER_ONLY.includes(code));
  expect(Object.fromEntries(web)).toEqual(Object.fromEntries(server));
});
