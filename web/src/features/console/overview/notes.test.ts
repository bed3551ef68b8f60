import { expect, test } from 'vitest';
import { de } from '@/locales/console.de';
import { en } from '@/locales/console.en';

test('a drawing says whom it is without, and only if there is somebody', () => {
  const { perDayNote, enteredNote } = en.overview;
  const plain = 'People, by arm; days in UTC.';
  expect(perDayNote(0, 0)).toBe(plain);
  expect(perDayNote(5, 0)).toBe(`${plain} Left out: 5 who had everything erased.`);
  expect(perDayNote(0, 2)).toBe(`${plain} Left out: 2 with no place now.`);
  expect(perDayNote(5, 1)).toBe(
    `${plain} Left out: 5 who had everything erased, 1 more with no place now.`,
  );
  expect(enteredNote(0)).not.toContain('Left out');
  expect(enteredNote(5)).toContain(' Left out: 5 who had everything erased.');
  expect(de.overview.perDayNote(5, 1)).toContain(
    ' Nicht dabei: 5 mit Löschung, 1 weitere ohne Platz.',
  );
  expect(de.overview.enteredNote(5)).toContain(' Nicht dabei: 5 mit Löschung.');
});
