import type { Parameters } from '@/api/calls';

/** The parameters of the list's address, all optional. */
export const FILTERS = {
  q: '',
  status: '',
  arm: '',
  step: '',
  wave: '',
  waveState: '',
  flag: '',
  excluded: '',
  after: '',
};

export type Filtering = typeof FILTERS;

/** How many filters are set; the search field shows itself. */
export function activeFilters({ q, after, ...filters }: Filtering): number {
  return Object.values(filters).filter((value) => value !== '').length;
}

type Query = Required<Parameters<'/api/admin/participants'>['query'] & object>;

/** The filters as parameters of the call; in the address they are all text. */
export function queryOf(
  { status, waveState, flag, excluded, ...rest }: Filtering,
  simulated: boolean,
) {
  return {
    ...rest,
    status: status as Query['status'],
    waveState: waveState as Query['waveState'],
    flag: flag as Query['flag'],
    excluded: excluded === '' ? undefined : excluded === 'true',
    simulated,
  };
}
