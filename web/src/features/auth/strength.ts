import { SHORTEST_PASSWORD, type Strength } from './password';

const STRONG_FROM = 14;

/** Runs such as `aaaa`, `1234` or `qwerty` make a password long, not good. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl'];
const COMMON = /passw[o0]rd|passwort|letmein|welcome|iloveyou|qwerty|admin/;

function inARow(a: string, b: string): boolean {
  return a === b || ROWS.some((row) => row.includes(a + b) || row.includes(b + a));
}

/** Counts the characters that do not just continue the previous one. */
function surprising(password: string): number {
  const characters = [...password];
  return characters.filter((c, i) => i === 0 || !inARow(characters[i - 1] ?? '', c)).length;
}

/** The estimated strength of a password. */
export function strengthOf(password: string, username: string): Strength {
  const text = password.normalize('NFKC').toLowerCase();
  const length = [...text].length;
  if (length === 0) return 'empty';
  if (length < SHORTEST_PASSWORD) return 'short';
  const name = username.trim().toLowerCase();
  const bare = name.length >= 3 ? text.replaceAll(name, '') : text;
  const worth = surprising(bare.replace(COMMON, ''));
  const kinds = new Set([...bare].map((c) => (/\d/.test(c) ? 'digit' : 'other')));
  const onlyDigits = kinds.size === 1 && kinds.has('digit');
  if (worth < 6 || new Set(bare).size < 5 || (onlyDigits && worth < 12)) return 'weak';
  return worth >= STRONG_FROM ? 'strong' : 'fair';
}
