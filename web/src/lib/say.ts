import { messageOf } from './problems';
import { words } from './words';

/** What to show a person for any error, in the reader's language as far as it is known there. */
export function sayProblem(error: unknown): string {
  return say(messageOf(error));
}

/** A message of the server in the reader's language, as far as it is known there. */
export function say(message: string): string {
  return words().said[message] ?? message;
}
