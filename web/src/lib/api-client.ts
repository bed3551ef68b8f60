import type { FieldProblem, ProblemCode } from '@/api/types';
import { authFetch, notAuthenticated, send } from './auth-fetch';
import { currentLocale } from './locale';
import { ApiProblem, NetworkProblem } from './problems';
import { accessToken } from './tokens';

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Options = {
  signal?: AbortSignal | undefined;
  /** What to say if the server gives no message (specification, section 8). */
  failure?: string | undefined;
  /** Open to everybody: needs no token, and a refused one is no reason to refresh it or to sign out. */
  open?: boolean | undefined;
  headers?: Record<string, string>;
  /** Lets the call finish although the page is being left. */
  keepalive?: boolean | undefined;
};

/** A header that says whose call it is, by their code: the server refuses it with the token of somebody else. */
export const by = (code: string) => ({ 'Unmask-Participant': code });
let whose = {};

/** From now on this page is of the participant with this code. */
export function callAs(code: string | null | undefined): void {
  whose = code ? by(code) : {};
}

const FAILURE = 'An error occurred';

/** The HTTP API. Every failure is an `ApiProblem` or a `NetworkProblem`. */
export const api = {
  get: <T>(path: string, options: Options = {}): Promise<T> =>
    call<T>('GET', path, undefined, options),

  send: <T>(method: Method, path: string, body?: unknown, options: Options = {}): Promise<T> =>
    call<T>(method, path, body, options),
};

/** A path without a query, with the reader's language, for calls that give texts of the study. */
export function localized(path: string): string {
  return `${path}?locale=${encodeURIComponent(currentLocale())}`;
}

async function call<T>(method: string, path: string, body: unknown, options: Options): Promise<T> {
  const failure = options.failure ?? FAILURE;
  const response = await request(method, path, body, options).catch((error: unknown) => {
    throw error instanceof NetworkProblem ? new NetworkProblem(failure, { cause: error }) : error;
  });
  if (!response.ok) throw await problem(response, failure);
  if (response.status === 204) return undefined as T;
  return response.json().catch((cause: unknown) => {
    // The reply was cut off on its way.
    throw new NetworkProblem(failure, { cause });
  });
}

/** A call whose answer is read as it is: a picture, another file. */
export function request(
  method: string,
  path: string,
  body: unknown,
  options: Options,
): Promise<Response> {
  const headers = { Accept: 'application/json', ...whose, ...options.headers };
  const { signal = null, keepalive = false } = options;
  const init = { method, headers, signal, keepalive, body: body ? JSON.stringify(body) : null };
  if (options.open) return send(path, init);
  if (accessToken() === null) return Promise.reject(notAuthenticated());
  return authFetch(path, init);
}

type ProblemBody = {
  code?: ProblemCode;
  message?: string;
  fields?: FieldProblem[];
  currentState?: string;
};

/** What a refusal says. */
export async function problem(response: Response, failure = FAILURE): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as ProblemBody;
  // What stands between may answer too, in its own words.
  const ours = response.headers.get('Content-Type')?.includes('problem+json');
  return new ApiProblem({
    ...body,
    status: response.status,
    code: (ours && body.code) || 'unknown',
    message: body.message || failure,
    retryAfter: Number(response.headers.get('Retry-After')) || undefined,
  });
}
