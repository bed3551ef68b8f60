/** What the server says to the researcher: every sentence that its console can answer with has German words. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSay } from '@/features/console/data/say';
import { initLocale, loadWords } from '@/lib/locale';
import { NetworkProblem } from '@/lib/problems';
import { de } from './console.de';

const SERVER = join(import.meta.dirname, '../../../crates/server/src');

/** A browser shows it in place of a download, without this app. */
const OF_A_DOWNLOAD = 'exports/fetch.rs';

/** Said of pages that a researcher does not answer. */
const TO_PARTICIPANTS = [
  'Some answers are missing or not valid.',
  'This page is not open to you now.',
];

/** The sentences in a file of the server, without its comments, with `#` where it puts a number. */
function sentences(file: string): string[] {
  const text = readFileSync(join(SERVER, file), 'utf8')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\\\n\s*/g, '');
  return [...text.matchAll(/"([A-Z][^"]*\.)"/g)].map(([, said = '']) =>
    said.replace(/\{\w+\}/g, '#'),
  );
}

test('every sentence of the console’s API has German words, and no other has', () => {
  const folder = 'http/admin';
  const files = readdirSync(join(SERVER, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.rs') && file !== OF_A_DOWNLOAD)
    .map((file) => join(folder, file));
  const said = [...files, 'reason.rs', 'http/error.rs'].flatMap(sentences);
  const wanted = [...new Set(said)].filter((one) => !TO_PARTICIPANTS.includes(one));
  expect(Object.keys(de.said).sort()).toEqual(wanted.sort());
});

test('a sentence with a number keeps it; what is unknown stays as it was said', async () => {
  initLocale('de');
  await loadWords();
  const { say, sayProblem } = renderHook(useSay).result.current;
  expect(say('The target of the study is 636. A higher quota needs a new version.')).toBe(
    'Die Zielzahl der Studie ist 636. Eine höhere Quote erfordert eine neue Version.',
  );
  expect(say('An error occurred')).toBe('Ein Fehler ist aufgetreten.');
  expect(say('Line 3 is odd.')).toBe('Line 3 is odd.');
  expect(sayProblem(new NetworkProblem('An error occurred'))).toBe(de.loading.offline);
  initLocale('en');
  const english = renderHook(useSay).result.current;
  expect(english.say('There is no such arm.')).toBe('There is no such arm.');
});
