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
  declare readonly status: number;
  declare readonly code: ProblemCode | 'unknown';
  declare readonly fields: FieldProblem[];
  /** Where the participant is, with `wrong_page`. */
  declare readonly currentState: string | undefined;
  /** Seconds to wait, if the server asked for it. */
  declare readonly retryAfter: number | undefined;

  constructor(details: Details) {
    super(details.message);
    Object.assign(this, details, { fields: details.fields ?? [] });
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
