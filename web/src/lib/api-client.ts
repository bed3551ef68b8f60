import type { Problem, paths } from '@/api/schema';
import { authFetch, notAuthenticated, send } from './auth-fetch';
import type { Failure } from './failures';
import { currentLocale } from './locale';
import { ApiProblem, NetworkProblem } from './problems';
import { accessToken } from './tokens';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have `method`. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, unknown> ? P : never;
}[keyof paths];
type Operation<M extends Method, P extends keyof paths> =
  paths[P] extends Record<M, infer O> ? O : never;
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Success<R> = R[keyof R & (200 | 201 | 202 | 204)];
type OrUndefined<T> = { [K in keyof T]: T[K] | undefined };

/** What a call with `method` to `path` replies with on success. */
export type Reply<P extends keyof paths, M extends Method = 'get'> =
  Operation<M, P> extends { responses: infer R } ? Json<Success<R>> : never;

/** The parameters and the body of a call, as far as it has any. */
type Input<O> = (O extends { parameters: { path: infer V } } ? { path: V } : unknown) &
  (O extends { parameters: { query: infer V } } ? { query: OrUndefined<V> } : unknown) &
  (O extends { parameters: { query?: infer V } } ? { query?: OrUndefined<V> } : unknown) &
  (O extends { requestBody: infer B } ? { body: Json<B> } : unknown) &
  (O extends { requestBody?: infer B } ? { body?: Json<B> } : unknown);

/** The parameters and the body of a call with `method` to `path`. */
export type Parameters<P extends keyof paths, M extends Method = 'get'> = Input<Operation<M, P>>;

type Call<O> = unknown extends Input<O> ? Options : Options & Input<O>;
type Arguments<O> = object extends Call<O> ? [call?: Call<O>] : [call: Call<O>];

export type Options = {
  signal?: AbortSignal | undefined;
  /** The message if the server gives none (specification, section 8). */
  failure?: Failure | undefined;
  /** Public: needs no token, and a rejected one is no reason to refresh it or to sign out. */
  open?: boolean | undefined;
  headers?: Record<string, string>;
  /** Lets the call finish although the page is being left. */
  keepalive?: boolean | undefined;
};

/** A header with the participant's code: the server rejects it with another user's token. */
export const by = (code: string) => ({ 'Unmask-Participant': code });
let whose = {};

/** From now on this page is of the participant with this code. */
export function callAs(code: string | null | undefined): void {
  whose = code ? by(code) : {};
}

/**
 * The HTTP API of docs/generated/openapi.json: a path decides the types of parameters, body and reply. A call fails
 * with an `ApiProblem` or a `NetworkProblem`.
 */
export const api = {
  get: operation('get'),
  post: operation('post'),
  put: operation('put'),
  patch: operation('patch'),
  delete: operation('delete'),
};

function operation<M extends Method>(method: M) {
  return <P extends Path<M>>(path: P, ...[call]: Arguments<Operation<M, P>>) => {
    const { path: values, query, body, ...options } = (call ?? {}) as Untyped;
    return fetchJson<Reply<P, M>>(method, address(path, values, query), body, options);
  };
}

type Values = Record<string, string | number | boolean | undefined>;
type Untyped = Options & { path?: Values; query?: Values; body?: unknown };

/** `path` with its `{parameters}` filled in, and a query of the values that are neither undefined nor empty. */
export function address(path: string, values: Values = {}, query: Values = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
  const rest = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') rest.set(name, String(value));
  }
  return rest.size > 0 ? `${filled}?${rest}` : filled;
}

/** The query of calls that reply with texts of the study: in the reader's language. */
export const localized = () => ({ query: { locale: currentLocale() } });

/** A call whose address was built before, such as that of a stored submission. Nothing checks that it replies with `T`. */
export async function fetchJson<T>(
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
    // The reply was cut off on its way.
    throw new NetworkProblem(failure, { cause });
  });
}

/** A call whose answer is read as it is: a picture, another file. */
export function request(
  method: Method,
  path: string,
  body: unknown,
  options: Options,
): Promise<Response> {
  const headers = { Accept: 'application/json', ...whose, ...options.headers };
  const { signal = null, keepalive = false } = options;
  const init = {
    method: method.toUpperCase(),
    headers,
    signal,
    keepalive,
    body: body ? JSON.stringify(body) : null,
  };
  if (options.open) return send(path, init);
  if (accessToken() === null) return Promise.reject(notAuthenticated());
  return authFetch(path, init);
}

/** The error in a reply. */
export async function problem(response: Response, failure?: Failure): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as Partial<Problem>;
  // A proxy may reply as well, in its own format.
  const ours = response.headers.get('Content-Type')?.includes('problem+json');
  return new ApiProblem({
    ...body,
    status: response.status,
    code: (ours && body.code) || 'unknown',
    failure,
    retryAfter: Number(response.headers.get('Retry-After')) || undefined,
  });
}
