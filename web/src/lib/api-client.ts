import type { FieldProblem, ProblemCode } from '@/api/types';
import { authFetch } from './auth-fetch';
import { currentLocale } from './locale';
import { ApiProblem, NetworkProblem } from './problems';
import { timedFetch } from './timed-fetch';
import { accessToken } from './tokens';

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Options = {
  signal?: AbortSignal | undefined;
  /** What to say if the server gives no message (specification, section 8). */
  failure?: string | undefined;
  /** Open to everybody: sends no token and is never a reason to sign out. */
  open?: boolean | undefined;
  idempotencyKey?: string | undefined;
  /** Lets the call finish although the page is being left. */
  keepalive?: boolean | undefined;
};

const FAILURE = 'An error occurred';

/** The HTTP API. Every failure is an `ApiProblem` or a `NetworkProblem`. */
export const api = {
  get: <T>(path: string, options: Options = {}): Promise<T> =>
    call<T>('GET', path, undefined, options),

  send: <T>(method: Method, path: string, body?: unknown, options: Options = {}): Promise<T> =>
    call<T>(method, path, body, options),

  /** A picture or another file; null if it can't be had, which is never a reason to stop. */
  async blob(path: string, signal?: AbortSignal): Promise<Blob | null> {
    try {
      const response = await request('GET', path, undefined, { signal });
      return response.ok ? await response.blob() : null;
    } catch {
      return null;
    }
  },
};

/** The path with the reader's language, for calls that give texts of the study. */
export function localized(path: string): string {
  const joint = path.includes('?') ? '&' : '?';
  return `${path}${joint}locale=${encodeURIComponent(currentLocale())}`;
}

async function call<T>(method: string, path: string, body: unknown, options: Options): Promise<T> {
  const failure = options.failure ?? FAILURE;
  const response = await request(method, path, body, options).catch((error: unknown) => {
    throw error instanceof NetworkProblem ? new NetworkProblem(failure, { cause: error }) : error;
  });
  if (!response.ok) throw await problem(response, failure);
  if (response.status === 204) return undefined as T;
  try {
    return (await response.json()) as T;
  } catch (error) {
    // The reply was cut off on its way.
    throw new NetworkProblem(failure, { cause: error });
  }
}

function request(method: string, path: string, body: unknown, options: Options): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  const init: RequestInit = { method, headers };
  if (body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(body);
  }
  if (options.signal) init.signal = options.signal;
  if (options.keepalive) init.keepalive = true;
  if (options.open) return timedFetch(path, init);
  if (accessToken() === null) return Promise.reject(notAuthenticated());
  return authFetch(path, init);
}

function notAuthenticated(): ApiProblem {
  return new ApiProblem({ status: 401, code: 'not_authenticated', message: 'Not authenticated' });
}

type ProblemBody = {
  code?: ProblemCode;
  message?: string;
  fields?: FieldProblem[];
  currentState?: string;
};

async function problem(response: Response, failure: string): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as ProblemBody;
  // What stands between may answer too, in its own words.
  const ours = response.headers.get('Content-Type')?.includes('problem+json');
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new ApiProblem({
    status: response.status,
    code: (ours && body.code) || 'unknown',
    message: body.message || failure,
    fields: body.fields,
    currentState: body.currentState,
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
  });
}
