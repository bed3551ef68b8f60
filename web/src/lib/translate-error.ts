import type { Code, FieldProblem, FormCode } from '@/api/schema';
import type { Failure } from './failures';
import { ApiProblem, NetworkProblem } from './problems';

/** A message by code: a text with `{placeholders}`, or one that depends on the parameters. */
type Template = string | ((params: Record<string, string>) => string);

/** All messages of the server and of failed calls in one language. */
export interface Catalogue {
  errors: Record<Code, Template>;
  failures: Record<Failure, string>;
  /** Errors in fields of forms. Those in answers come from the server in the study's language. */
  fields: Record<FormCode, string>;
}

/** Translates errors with a catalogue; English has none, and shows the server's messages as they are. */
export interface ErrorTranslator {
  error(error: unknown): string | undefined;
  field(field: FieldProblem): string | undefined;
}

const fill = (template: Template, params: Record<string, string> = {}): string =>
  typeof template === 'string'
    ? template.replace(/\{(\w+)\}/g, (placeholder, name) => params[name] ?? placeholder)
    : template(params);

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
