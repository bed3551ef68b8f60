import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

export type Search = Record<string, string>;

/** The values in an address; parameters that it does not have get their default. */
export function readSearch<S extends Search>(search: string, defaults: S): S {
  const given = new URLSearchParams(search);
  const read = Object.keys(defaults).map((key) => [key, given.get(key) ?? defaults[key]]);
  return Object.fromEntries(read) as S;
}

/**
 * The query of an address. `search` may contain parameters of other parts of the page. Defaults are omitted, so that
 * the address stays short.
 */
export function writeSearch<S extends Search>(values: S, defaults: S, search = ''): string {
  const query = new URLSearchParams(search);
  for (const [key, value] of Object.entries(values)) {
    if (value === defaults[key]) query.delete(key);
    else query.set(key, value);
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

/**
 * Changes the parameters in the address. With `typedOn`, it replaces the last change, so that Back undoes a word
 * instead of a letter.
 */
export type SetSearch<S extends Search> = (change: Partial<S>, typedOn?: boolean) => void;

/**
 * Filters, order and page of a list are stored in the address: they survive a reload, can be shared, and Back undoes
 * them.
 */
export function useSearch<S extends Search>(defaults: S): [S, SetSearch<S>] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const values = readSearch(search, defaults);
  const set = useCallback(
    (change: Partial<S>, typedOn = false) => {
      const next = { ...readSearch(search, defaults), ...change } as S;
      void navigate(pathname + writeSearch(next, defaults, search), { replace: typedOn });
    },
    [pathname, search, navigate, defaults],
  );
  return [values, set];
}
