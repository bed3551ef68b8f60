import { expect, test } from 'vitest';
import { de } from '@/locales/console.de';
import { en } from '@/locales/console.en';

test('the note on a chart counts who is not included, if there is anyone', () => {
  const { perDayNote, enteredNote } = en.overview;
  const plain = 'Participants by arm; days in UTC.';
  expect(perDayNote(0, 0)).toBe(plain);
  expect(perDayNote(5, 0)).toBe(`${plain} Not included: 5 with all data erased.`);
  expect(perDayNote(0, 2)).toBe(`${plain} Not included: 2 without a slot.`);
  expect(perDayNote(5, 1)).toBe(
    `${plain} Not included: 5 with all data erased, 1 more without a slot.`,
  );
  expect(enteredNote(0)).not.toContain('Not included');
  expect(enteredNote(5)).toContain(' Not included: 5 with all data erased.');
  expect(de.overview.perDayNote(5, 1)).toContain(
    ' Nicht enthalten: 5 mit Löschung aller Daten, 1 weitere ohne Platz auf der Randomisierungsliste.',
  );
  expect(de.overview.enteredNote(5)).toContain(' Nicht enthalten: 5 mit Löschung aller Daten.');
});
