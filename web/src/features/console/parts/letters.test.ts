import { expect, test } from 'vitest';
import { widthOf, wrap } from './letters';

test('lines break at spaces and after hyphens', () => {
  expect(wrap('one two three', 60)).toEqual(['one two', 'three']);
  expect(wrap('Pre-questionnaire', 100)).toEqual(['Pre-', 'questionnaire']);
  expect(wrap('', 60)).toEqual(['']);
});

test('a word that is longer than a line goes on below, on lines of its own', () => {
  expect(wrap('by Donaudampfschiff', 60)).toEqual(['by', 'Donauda', 'mpfschif', 'f']);
  for (const line of wrap('x'.repeat(500), 244)) expect(widthOf(line)).toBeLessThanOrEqual(244);
});

test('no line ends inside a letter', () => {
  // An e with an accent of its own, a family of three, a letter outside the first plane.
  for (const letter of ['e\u0301', '👩\u200d👩\u200d👧', '𝔘']) {
    const lines = wrap(letter.repeat(40), 60);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe(letter.repeat(40));
    for (const line of lines) expect(line.replaceAll(letter, '')).toBe('');
  }
});

/** Pixels as Chromium draws them in DejaVu Sans, 13 px high: plain and strong. */
test.each([
  ['Randomised to Cue practice (Flow A) (n\u00a0=\u00a0212)', 307, 344],
  ['Zugeteilt zu Personas and posts (Flow B) (n\u00a0=\u00a0212)', 332, 374],
  ['Did not finish (n\u00a0=\u00a012)', 145, 162],
  ['Withdrew after the end, everything erased (n\u00a0=\u00a01)', 327, 370],
  ['MEDIA LITERACY TRAINING', 174, 198],
  ['Haben das Ende nicht erreicht (n\u00a0=\u00a03)', 247, 277],
  ['Gespräch mit Machine Learning Modellen im Museum', 349, 392],
  ['Illustrierte Filtertitel, little till it', 199, 235],
])('letters are taken for as wide as they are: %s', (text, plain, strong) => {
  for (const [drawn, taken] of [
    [plain, widthOf(text, false)],
    [strong, widthOf(text, true)],
  ] as const) {
    expect(taken).toBeGreaterThan(drawn * 0.97);
    expect(taken).toBeLessThan(drawn * 1.1);
  }
});
