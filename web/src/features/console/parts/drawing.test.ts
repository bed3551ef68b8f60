import { expect, test } from 'vitest';
import { draw, type Kind } from './drawing';
import { num, percent } from './format';
import type { Point, Setting } from './point';

const setting: Setting = {
  series: [{ id: '', label: 'People', tint: 0 }],
  unit: 'People',
  format: (value) => num(value),
};

/** The texts at an axis, each as its lines. */
function labels(kind: Kind, axis: 'x' | 'y', points: Point[], width: number, own = setting) {
  const svg = draw(kind, points, own, width, 'Title', 'Description');
  const place = `[data-mark="${axis}-axis tick label"]`;
  return [...svg.querySelectorAll(`${place} text`)].map((text) => {
    const lines = [...text.querySelectorAll('tspan')].map((line) => line.textContent ?? '');
    return lines.length > 0 ? lines : [text.textContent ?? ''];
  });
}

const named = (...names: string[]): Point[] =>
  names.map((name, at) => ({ name, series: '', value: at + 1 }));

test.each([1, 2, 3, 7, 40, 1234])(
  'an axis of counts up to %i has whole numbers, each once',
  (n) => {
    const days = [n, n].map((value, day) => ({
      name: '',
      series: '',
      value,
      at: new Date(Date.UTC(2026, 10, 20 + day)),
    }));
    for (const found of [
      ...[250, 800].map((width) =>
        labels('bars', 'x', [{ name: 'A', series: '', value: n }], width),
      ),
      labels('lines', 'y', days, 800),
    ]) {
      const numbers = found.flat().map((label) => Number(label.replaceAll(',', '')));
      expect(numbers.length).toBeGreaterThan(1);
      expect(numbers.length).toBeLessThan(10);
      expect(new Set(numbers).size).toBe(numbers.length);
      // As far apart as each other: what was rounded is not.
      const steps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0));
      expect(new Set(steps).size).toBe(1);
    }
  },
);

test.each<Kind>(['bars', 'intervals'])('on a phone long names beside %s go on below', (kind) => {
  const names = ['Arm C − Arm A', 'Arm C − Arm B', 'Questionnaire before', 'Questionnaire after'];
  const found = labels(kind, 'y', named(...names), 250);
  expect(found.map((lines) => lines.join(' '))).toEqual(names);
  expect(found.map((lines) => lines.length)).toEqual([1, 1, 2, 2]);
  expect(found[2]).toEqual(['Questionnaire', 'before']);
  expect(labels(kind, 'y', named(...names), 1000)).toEqual(names.map((name) => [name]));
});

test('a name that has room to stand beside the drawing is on one line', () => {
  for (const name of ['Nachher', 'Vorher', 'Randomisierten,', 'Ausgeschlossenen']) {
    expect(labels('intervals', 'y', named('A', name), 254)[1]).toEqual([name]);
  }
});

test.each<Kind>(['bars', 'intervals'])(
  'names of many lines beside %s lose their middle',
  (kind) => {
    const long = (end: string) =>
      `We are looking for two people to help at the cup on Saturday. Just come by ${end}`;
    const of = (...names: string[]) => labels(kind, 'y', named(...names), 250);
    expect(of(long('soon.'), 'b')[0]).toEqual([
      'We are looking',
      'for two people…',
      'Saturday. Just',
      'come by soon.',
    ]);
    // Only of two that differ in the middle alone is that written.
    const other = long('soon.').replace('help', 'sing');
    const [one, two, three] = of(long('soon.'), other, long('late.'));
    expect(one).not.toEqual(two);
    expect(one?.join(' ')).toBe(long('soon.'));
    expect(three).toHaveLength(4);
  },
);

test.each<Kind>(['bars', 'intervals'])('rows of %s are as high as the longest name', (kind) => {
  const height = (name: string) =>
    Number(draw(kind, named(name, 'b'), setting, 250, '', '').getAttribute('height'));
  const three = 'A mayor opens a bridge over the river Elbe';
  expect(labels(kind, 'y', named(three, 'b'), 250)[0]).toHaveLength(3);
  expect(height(three)).toBeGreaterThan(2 * 3 * 15 + 40);
  expect(height(three)).toBeGreaterThan(height('a'));
});

test('where the levels of confidence have no room beside each other, every other one is written', () => {
  const points = [{ name: '', series: '', value: 0.5, at: 0.5 }];
  const written = (width: number) =>
    labels('calibration', 'x', points, width, { ...setting, format: (v) => percent(v) }).flat();
  expect(written(600)).toEqual(['50%', '60%', '70%', '80%', '90%', '100%']);
  expect(written(250)).toEqual(['60%', '80%', '100%']);
});
