import type { paths } from './schema.d.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have `method`. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, unknown> ? P : never;
}[keyof paths];
export type Operation<M extends Method, P extends keyof paths> =
  paths[P] extends Record<M, infer O> ? O : never;
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Success<R> = R[keyof R & (200 | 201 | 202 | 204)];
type OrUndefined<T> = { [K in keyof T]: T[K] | undefined };

/** The body of a successful reply to `method` at `path`. */
export type Reply<P extends keyof paths, M extends Method = 'get'> =
  Operation<M, P> extends { responses: infer R } ? Json<Success<R>> : never;

/** The parameters and the body of an operation, as far as it has any. */
export type Input<O> = (O extends { parameters: { path: infer V } } ? { path: V } : unknown) &
  (O extends { parameters: { query: infer V } } ? { query: OrUndefined<V> } : unknown) &
  (O extends { parameters: { query?: infer V } } ? { query?: OrUndefined<V> } : unknown) &
  (O extends { requestBody: infer B } ? { body: Json<B> } : unknown) &
  (O extends { requestBody?: infer B } ? { body?: Json<B> } : unknown);

/** The parameters and the body of a call with `method` to `path`. */
export type Parameters<P extends keyof paths, M extends Method = 'get'> = Input<Operation<M, P>>;

/** The argument of a call, which is optional if it has no required field. */
export type OptionalIfEmpty<C> = object extends C ? [call?: C] : [call: C];

export type Values = Record<string, string | number | boolean | undefined>;

/** `path` with its `{parameters}` filled in, and a query of the values that are neither undefined nor empty. */
export function address(path: string, values: Values = {}, query: Values = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
  const rest = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') rest.set(name, String(value));
  }
  return rest.size > 0 ? `${filled}?${rest}` : filled;
}
