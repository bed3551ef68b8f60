import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of a table of the data package, by column. */
export type Row = { [column: string]: string };

/** The rows of a table of an exported data package. */
export function table(folder: string, name: string): Row[] {
  const file = join(folder, `data/description-${name}_data.csv`);
  const [columns = [], ...rows] = parse(readFileSync(file, 'utf8'));
  return rows.map((cells) => Object.fromEntries(columns.map((one, at) => [one, cells[at] ?? ''])));
}

/** A cell of a CSV file (RFC 4180), quoted or plain, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/g;

/** The cells of a CSV file by row. Each row ends with a line break. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(CELL)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
