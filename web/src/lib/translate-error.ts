import type { ErrorParams, FieldParams } from '@/api/error-params';
import type { Code, FieldProblem, FormCode } from '@/api/schema';
import type { Failure } from './failures';
import { ApiProblem, NetworkProblem } from './problems';

/** A message for each code: a text, or a function of its parameters. */
type Messages<C extends string, Params> = {
  [K in C]: K extends keyof Params
    ? (params: Record<Params[K] & string, string>) => string
    : string;
};

/** All messages of the server and of failed calls in one language. */
export interface Catalogue {
  errors: Messages<Code, ErrorParams>;
  failures: Record<Failure, string>;
  /** Errors in fields of forms. Those in answers come from the server in the study's language. */
  fields: Messages<FormCode, FieldParams>;
}

/** Translates errors with a catalogue; English has none, and shows the server's messages as they are. */
export interface ErrorTranslator {
  error(error: unknown): string | undefined;
  field(field: FieldProblem): string | undefined;
}

type AnyMessage = string | ((params: Record<string, string>) => string);

const fill = (message: AnyMessage, params: Record<string, string> = {}): string =>
  typeof message === 'string' ? message : message(params);

export function errorTranslator({ errors, failures, fields }: Catalogue): ErrorTranslator {
  return {
    error(error) {
      if (error instanceof ApiProblem && error.code !== 'unknown') {
        return fill(errors[error.code], error.params);
      }
      if (error instanceof ApiProblem || error instanceof NetworkProblem) {
        return error.failure && failures[error.failure];
      }
      return failures.unexpected;
    },
    field({ code, params }) {
      return code in fields ? fill(fields[code as FormCode], params) : undefined;
    },
  };
}
