import { ACCESS_KEY, LOCALE_KEY, PREVIEW_KEY, REQUEST_TIMEOUT } from '@/lib/constants';
import { BASE } from '@/lib/site';
import { viewFor } from './show';

/**
 * Runs in the head of the pages inside the study: makes the calls that the page always makes while the app is loading,
 * and shows the first part of the page once its data are loaded. The app uses the replies (lib/preloaded.ts). Visitors
 * who are not signed in are redirected, and preload nothing.
 */
export default function preload(): void {
  // An element with this ID would replace it.
  window.preloaded = null;
  try {
    const token = localStorage.getItem(ACCESS_KEY);
    if (!token || sessionStorage.getItem(PREVIEW_KEY)) return;
    const locale = localStorage.getItem(LOCALE_KEY) || document.documentElement.lang;
    const replies: Record<string, Promise<Response>> = {};
    const views: (Promise<void> | undefined)[] = [];
    for (const { content } of document.querySelectorAll<HTMLMetaElement>('meta[name=preload]')) {
      const path = BASE + (content.endsWith('=') ? content + encodeURIComponent(locale) : content);
      const reply = request(path, token);
      replies[path] = reply;
      views.push(viewFor(path)?.(reply.then(jsonOf)));
      // The app repeats the call.
      reply.catch(() => {});
    }
    window.preloaded = { token, replies, shown: Promise.allSettled(views) };
    document.addEventListener('visibilitychange', () => {
      if (window.preloaded) window.preloaded.shownAt = null;
    });
  } catch {
    // Without browser storage, no user is signed in.
  }
}

/** Waits for the whole reply, so that the app's timeout need not cover a stalled body. */
async function request(path: string, token: string): Promise<Response> {
  const headers = {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    Authorization: `Bearer ${token}`,
  };
  const reply = await fetch(path, { headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT) });
  return new Response(await reply.arrayBuffer(), { status: reply.status, headers: reply.headers });
}

/** Reads the data of a reply that the app will also read. */
async function jsonOf(reply: Response): Promise<unknown> {
  if (!reply.ok) throw new Error(reply.statusText);
  return reply.clone().json();
}
