import type { FieldProblem, ProblemCode } from '@/api/types';

type Details = {
  status: number;
  code: ProblemCode | 'unknown';
  message: string;
  fields?: FieldProblem[] | undefined;
  currentState?: string | undefined;
  retryAfter?: number | undefined;
};

/** The server refused: what it says, in the shape of docs/API-DESIGN.md, "Errors". */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly status: number;
  readonly code: ProblemCode | 'unknown';
  readonly fields: FieldProblem[];
  /** Where the participant is, with `wrong_page`. */
  readonly currentState: string | undefined;
  /** Seconds to wait, if the server asked for it. */
  readonly retryAfter: number | undefined;

  constructor(details: Details) {
    super(details.message);
    this.status = details.status;
    this.code = details.code;
    this.fields = details.fields ?? [];
    this.currentState = details.currentState;
    this.retryAfter = details.retryAfter;
  }
}

/** No answer from the server: offline, cut off, or longer than the time allowed. */
export class NetworkProblem extends Error {
  override name = 'NetworkProblem';
}

/** What to show a person for any error. */
export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message) return error.message;
  return 'An unexpected error occurred';
}
