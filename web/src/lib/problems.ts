import type { Code, FieldProblem, Problem } from '@/api/schema';
import { FAILURES, type Failure } from './failures';

/** The error of a field, in the reader's language. */
export type FieldMessage = Pick<FieldProblem, 'item' | 'message'>;

type Details = {
  status: number;
  code: Code | 'unknown';
  /** The server's message; without it, that of `failure`. */
  message?: string | undefined;
  failure?: Failure | undefined;
  params?: Problem['params'] | undefined;
  fields?: Problem['fields'] | undefined;
  currentState?: Problem['currentState'] | undefined;
  retryAfter?: number | undefined;
};

/** An error reply of the server, in the shape of docs/API-DESIGN.md, "Errors". */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  declare readonly status: number;
  declare readonly code: Code | 'unknown';
  declare readonly params: Record<string, string>;
  declare readonly fields: FieldProblem[];
  /** Set if the message is that of `failure`. */
  declare readonly failure: Failure | undefined;
  /** The participant's position, with `wrong_page`. */
  declare readonly currentState: string | null | undefined;
  /** Seconds to wait, if the server asked for it. */
  declare readonly retryAfter: number | undefined;

  constructor({ message, failure = 'call', ...details }: Details) {
    super(message || FAILURES[failure]);
    const { params = {}, fields = [] } = details;
    Object.assign(this, details, { params, fields, failure: message ? undefined : failure });
  }
}

/** No reply from the server: offline, interrupted, or after the time limit. */
export class NetworkProblem extends Error {
  override name = 'NetworkProblem';

  readonly failure: Failure;

  constructor(failure: Failure = 'call', options?: ErrorOptions) {
    super(FAILURES[failure], options);
    this.failure = failure;
  }
}

/** Whether a file of the app could not be fetched, by the messages of browsers and of Vite. */
export function isMissingFile(error: unknown): boolean {
  return /dynamically imported|module script|preload CSS/.test(messageOf(error));
}

/** The message of any error, in English. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : FAILURES.unexpected;
}

/** Whether an answer was rejected because the part of the study is over for the participant. */
export function isTooLate(error: unknown): boolean {
  return (
    error instanceof ApiProblem && error.code === 'wrong_page' && error.currentState === '/end'
  );
}
