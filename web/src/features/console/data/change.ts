import { notify } from '@/features/notifications/store';
import { api } from '@/lib/api-client';
import { forgetRead } from './query';

type Method = 'POST' | 'PUT' | 'DELETE';

/**
 * Does something on the server, says that it is done, and has everything on the page read anew: one act
 * shows on several pages. A refusal is the caller's to show.
 */
export async function change<T>(
  method: Method,
  path: string,
  body: unknown,
  done?: string,
): Promise<T> {
  const reply = await api.send<T>(method, path, body);
  if (done) notify('good', done);
  await forgetRead();
  return reply;
}
