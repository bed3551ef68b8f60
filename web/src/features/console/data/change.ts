import { notify } from '@/features/notifications/store';
import { api } from '@/lib/api-client';
import { ApiProblem } from '@/lib/problems';
import { forgetRead } from './query';

type Method = 'POST' | 'PUT' | 'DELETE';

/** Refusals which mean that the page is not up to date: it is done already, or there is nobody to do it to. */
const OUTDATED = [404, 409];

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
  const reply = await api.send<T>(method, path, body).catch((error: unknown) => {
    if (error instanceof ApiProblem && OUTDATED.includes(error.status)) void forgetRead();
    throw error;
  });
  if (done) notify('good', done);
  await forgetRead();
  return reply;
}
