import {
  address,
  type Input,
  type Method,
  type Operation,
  type OptionalIfEmpty,
  type Path,
  type Reply,
  type Values,
} from '@/api/calls';
import type { Problem, Receipt } from '@/api/schema';
import { authFetch, notAuthenticated, send } from './auth-fetch';
import type { Failure } from './failures';
import { currentLocale } from './locale';
import { ApiProblem, NetworkProblem } from './problems';
import { accessToken } from './tokens';

type Call<O> = unknown extends Input<O> ? Options : Options & Input<O>;

export type Options = {
  signal?: AbortSignal | undefined;
  /** The message to show if the server sends none (specification, section 8). */
  failure?: Failure | undefined;
  /** A public call: it needs no token, and a 401 neither refreshes the token nor signs the user out. */
  open?: boolean | undefined;
  headers?: Record<string, string>;
  /** The time limit in milliseconds, if the call sends or reads a large file. */
  timeLimit?: number | undefined;
  /** Lets the call finish when the page is left. */
  keepalive?: boolean | undefined;
};

/** A header with the participant's code. The server rejects the call if the token is another user's. */
export const by = (code: string) => ({ 'Unmask-Participant': code });
let participantHeader = {};

/** Sets the participant's code for all further calls of this page. */
export function callAs(code: string | null | undefined): void {
  participantHeader = code ? by(code) : {};
}

/**
 * Calls of the HTTP API (docs/generated/openapi.json). The path determines the types of parameters, body and reply. A
 * failed call throws an `ApiProblem` or a `NetworkProblem`.
 */
export const api = {
  get: operation('get'),
  post: operation('post'),
  put: operation('put'),
  patch: operation('patch'),
  delete: operation('delete'),
};

function operation<M extends Method>(method: M) {
  return <P extends Path<M>>(path: P, ...[call]: OptionalIfEmpty<Call<Operation<M, P>>>) => {
    const { path: values, query, body, ...options } = (call ?? {}) as Untyped;
    return fetchJson<Reply<P, M>>(method, address(path, values, query), body, options);
  };
}

type Untyped = Options & { path?: Values; query?: Values; body?: unknown };

/** The query for the study's texts in the reader's language. */
export const localized = () => ({ query: { locale: currentLocale() } });

/**
 * Sends a stored submission, whose path has its parameters filled in. `submit` checks that the path replies with a receipt.
 */
export function postSubmission(path: string, body: unknown, options: Options): Promise<Receipt> {
  return fetchJson('post', path, body, options);
}

async function fetchJson<T>(
  method: Method,
  path: string,
  body: unknown,
  options: Options = {},
): Promise<T> {
  const failure = options.failure;
  const response = await request(method, path, body, options).catch((error: unknown) => {
    throw error instanceof NetworkProblem ? new NetworkProblem(failure, { cause: error }) : error;
  });
  if (!response.ok) throw await problem(response, failure);
  if (response.status === 204) return undefined as T;
  return response.json().catch((cause: unknown) => {
    // The connection broke while the body arrived.
    throw new NetworkProblem(failure, { cause });
  });
}

/** A call that returns the response unread, for files. */
export function request(
  method: Method,
  path: string,
  body: unknown,
  options: Options,
): Promise<Response> {
  const headers = { Accept: 'application/json', ...participantHeader, ...options.headers };
  const { signal = null, keepalive = false, timeLimit } = options;
  const init = {
    method: method.toUpperCase(),
    headers,
    signal,
    keepalive,
    timeLimit,
    body: body instanceof Blob ? body : body ? JSON.stringify(body) : null,
  };
  if (options.open) return send(path, init);
  if (accessToken() === null) return Promise.reject(notAuthenticated());
  return authFetch(path, init);
}

/** Reads the error from a response. */
export async function problem(response: Response, failure?: Failure): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as Partial<Problem>;
  // The reply of a proxy has no problem details.
  const ours = response.headers.get('Content-Type')?.includes('problem+json');
  return new ApiProblem({
    ...body,
    status: response.status,
    code: (ours && body.code) || 'unknown',
    failure,
    retryAfter: Number(response.headers.get('Retry-After')) || undefined,
  });
}
