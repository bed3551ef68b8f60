/** The audit log in German: every act that the program writes has its words there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DONE } from '@/locales/console.de';

const CRATES = join(import.meta.dirname, '../../../../../crates');

/** Calls that write into the log, and two commands whose entries are written for them. */
const ACTS = [
  /\baudit\(tx, [^"]*?(?:"operator", )?"(?!operator)([^"]+)"/g,
  /\.log\(tx, "([^"]+)"/g,
  /\banonymise\(&settings, &found, "([^"]+)"\)/g,
  /\bset\(&(?:app\.)?store, &settings[^"]*"([^"]+)"\)/g,
];

function written(): string[] {
  const sources = ['server', 'store', 'export'].flatMap((crate) => {
    const folder = join(CRATES, crate, 'src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return files.filter((file) => file.endsWith('.rs')).map((file) => join(folder, file));
  });
  const acts = sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return ACTS.flatMap((act) => [...text.matchAll(act)].map((found) => found[1] ?? ''));
  });
  return [...new Set(acts)].sort();
}

test('every act that the program writes into its log has German words, and no other has', () => {
  expect(Object.keys(DONE).sort()).toEqual(written());
});
