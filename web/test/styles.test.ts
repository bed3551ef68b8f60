import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.resolve(import.meta.dirname, '../src');
const sheets = readdirSync(src, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.css'));

test('class names carry the file name, so file names are unique', () => {
  const names = sheets.map((file) => path.basename(file));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('only tokens.css defines colours', () => {
  const colour = /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i;
  const guilty = sheets.filter((file) => {
    // Print is black on white in all themes.
    const text = readFileSync(path.join(src, file), 'utf8').replace(/color: #000;/g, '');
    return !file.endsWith('tokens.css') && colour.test(text);
  });
  expect(guilty).toEqual([]);
});
