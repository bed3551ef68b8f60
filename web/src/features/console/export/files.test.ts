import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { de } from '@/locales/console.de';
import { en } from '@/locales/console.en';
import { data, results } from '../../../../../docs/generated/tables.json';

test.each([
  ['en', en],
  ['de', de],
])('the page names every table of the package (%s)', (_, words) => {
  const what = Object.fromEntries(words.export.files);
  expect(what['data/']?.split(': ')[1]?.split(', ')).toEqual(data);
  for (const file of ['people.csv', 'judgements.csv']) expect(what['results/']).toContain(file);
});

test('the documentation describes every table, each in its own row', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/EXPORT.md'), 'utf8');
  const described = [...text.matchAll(/^\| `(\w+)` \| .* \| `.*` \|$/gm)].map(([, name]) => name);
  expect(described).toEqual(data);
  for (const table of results) expect(text).toContain(`results/${table}.csv`);
});
