import type { Method, Path } from '@/api/calls';
import { useSession } from '@/lib/session';

/** A call of a study's console, as the server's table of rights names it. */
export type ConsoleCall = {
  [M in Method]: `${Uppercase<M>} ${Extract<Path<M>, `/api/admin/${string}`>}`;
}[Method];

/** Whether the role of the person includes a call. What it does not include is not offered. */
export function useMay(): (call: ConsoleCall) => boolean {
  const calls = useSession().user?.calls;
  return (call) => !calls || calls.includes(call);
}
