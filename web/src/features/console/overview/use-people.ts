import type { Overview } from '@/api/schema';
import { useRead } from '../data/query';

/** How long to wait before reading people's figures again, in milliseconds: the stream is of all participants. */
const PACE = 60_000;

/** The same overview without simulated participants: a target counts people only, and so do their times. */
export function usePeople(overview: Overview): Overview | undefined {
  const { withSimulated } = overview;
  const query = { simulated: false };
  const { data } = useRead('/api/admin/overview', { query }, () => (withSimulated ? PACE : false));
  return withSimulated ? data : overview;
}
