import { expect, test } from 'vitest';
import { de } from '@/locales/console.de';
import { en } from '@/locales/console.en';
import { detailsOf } from './log';

test('all details of an entry are shown, under their paths', () => {
  expect(
    detailsOf({ reason: 'Twice', arms: { a: 5 }, list: ['x', 'y'], none: null, no: false }),
  ).toEqual([
    ['reason', 'Twice'],
    ['arms.a', '5'],
    ['list.0', 'x'],
    ['list.1', 'y'],
    ['no', 'false'],
  ]);
  expect(detailsOf({})).toEqual([]);
});

test('names and values of details are in the language of the reader, and reasons as typed', () => {
  const entry = {
    'before unblinding': true,
    rows: '(blinded)',
    arms: { a: 5 },
    seed: false,
    reason: 'open',
  };
  const shown = ({ audit }: typeof en) =>
    detailsOf(entry).map(([name, value]) => `${audit.detail(name)}: ${audit.value(name, value)}`);
  expect(shown(en)).toEqual([
    'before unblinding: yes',
    'rows: (blinded)',
    'arms.a: 5',
    'allocation seed: not included in the package',
    'reason: open',
  ]);
  expect(shown(de)).toEqual([
    'vor der Entblindung: ja',
    'Zeilen: (verblindet)',
    'Arme.a: 5',
    'Startwert der Randomisierung: nicht im Paket enthalten',
    'Grund: open',
  ]);
});
