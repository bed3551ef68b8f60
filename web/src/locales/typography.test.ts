import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const files = readdirSync(import.meta.dirname).filter((name) => /(^|\.)de\.ts$/.test(name));

test('German texts of the interface keep numbers with their percent sign, and the E with its Mail', () => {
  expect(files.length).toBeGreaterThan(6);
  const lines = files.flatMap((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8').split('\n'),
  );
  expect(
    lines.filter((line) => /(?<=[\d}] ?)(?<!\\u(00a0|202f|2011))%|E-Mail/i.test(line)),
  ).toEqual([]);
});
