import type { Parameters } from '@/lib/api-client';

/** What the list's address can carry; nothing of it is the plain list. */
export const FILTERS = {
  q: '',
  status: '',
  arm: '',
  step: '',
  sign: '',
  excluded: '',
  after: '',
};

export type Filtering = typeof FILTERS;

type Query = Required<Parameters<'/api/admin/participants'>['query'] & object>;

/** The filters as the call takes them; the address carries them all as text. */
export function queryOf({ status, sign, excluded, ...rest }: Filtering, simulated: boolean) {
  return {
    ...rest,
    status: status as Query['status'],
    sign: sign as Query['sign'],
    excluded: excluded === '' ? undefined : excluded === 'true',
    simulated,
  };
}
