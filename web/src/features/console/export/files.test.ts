import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { de } from '@/locales/console.de';
import { en } from '@/locales/console.en';

/** The tables and files that docs/EXPORT.md describes, each in its own row. */
const FILE = join(import.meta.dirname, '../../../../../docs/EXPORT.md');
const described = readFileSync(FILE, 'utf8');
const tables = [...described.matchAll(/^\| `(\w+)` \| .* \| `.*` \|$/gm)].map(([, name]) => name);

test.each([
  ['en', en],
  ['de', de],
])('the page names every table of the package (%s)', (_, words) => {
  const what = Object.fromEntries(words.export.files);
  expect(tables).toHaveLength(12);
  expect(what['data/']?.split(': ')[1]?.split(', ')).toEqual(tables);
  for (const file of ['people.csv', 'judgements.csv']) {
    expect(described).toContain(`results/${file}`);
    expect(what['results/']).toContain(file);
  }
});
