import { clearDraft, saveDraft } from '@/features/outbox/drafts';
import { localStore } from '@/features/outbox/local-store';
import { isTemporary } from '@/features/outbox/sending';
import { api } from '@/lib/api-client';
import { newId } from '@/lib/new-id';
import { pause, retryDelay } from '@/lib/pause';
import { ApiProblem } from '@/lib/problems';
import { loadUser, session } from '@/lib/session';
import type { Recorder } from './recorder';

/** A medium, or a post without one, that was visible for the first time. */
interface Shown {
  key: string;
  item: string;
  medium: string | null;
  shown: number;
}

/** So much of something must be visible, or it must fill as much of the window. */
const SHARE = 0.5;

let stop = () => {};

/**
 * Reports the media of the page, and texts without one, when each is visible for the first time. It ends with the page:
 * with the next one that is timed, or with the next address.
 */
export function observe({ page, snapshot }: Recorder): void {
  stop();
  const item = itemOf(page);
  if (!item) return;
  const { pathname } = window.location;
  const known = new Set<Element>();
  const note = ({ target }: IntersectionObserverEntry): Shown => {
    visible.unobserve(target);
    const medium = target.getAttribute('data-medium');
    const text = target.getAttribute('data-text');
    const name = text ? `${item.split('/')[0]}/${text}` : item;
    return { key: newId(), item: name, medium, shown: snapshot().submit };
  };
  const visible = new IntersectionObserver(
    (entries) => {
      const seen = entries.filter(isVisible).map(note);
      if (seen.length > 0) void keep(seen);
    },
    { threshold: [0, SHARE / 2, SHARE] },
  );
  const find = () => {
    if (window.location.pathname !== pathname) return stop();
    const posts = page.startsWith('flow-b/') ? 'article:not(:has([data-medium]))' : '[data-text]';
    for (const target of document.querySelectorAll(`main :is([data-medium], ${posts})`)) {
      if (known.has(target)) continue;
      known.add(target);
      visible.observe(target);
    }
  };
  // Evidence is rendered when it is opened.
  const added = new MutationObserver(find);
  added.observe(document.body, { childList: true, subtree: true });
  stop = () => {
    visible.disconnect();
    added.disconnect();
  };
  find();
  void resume();
}

/** The item as its submission names it. The media of a follow-up have been seen with its question. */
export function itemOf(page: string): string | null {
  const [part, id, ...rest] = page.split('/');
  if (rest[0] === 'followup') return null;
  return part?.endsWith('-questionnaire') ? [id, ...rest].join('/') : (id ?? 'practice');
}

function isVisible({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) {
  return (
    intersectionRatio >= SHARE ||
    intersectionRect.height >= (rootBounds?.height ?? Infinity) * SHARE
  );
}

/** The participant's code; none for the admin. On a page that was just opened, the user is not known yet. */
async function ownCode(): Promise<string | null> {
  return (await loadUser().catch(() => null))?.code ?? null;
}

const NAME = 'exposures/';

/** What waits to be sent, by the name under which it is stored. */
const unsent = new Map<string, { code: string; exposures: Shown[] }>();

/** Stores exposures in the browser and sends them, until the server has them. Answers don't wait for them. */
async function keep(exposures: Shown[]): Promise<void> {
  const code = await ownCode();
  if (!code) return;
  const name = NAME + newId();
  unsent.set(name, { code, exposures });
  await saveDraft(name, exposures).catch(() => undefined);
  await send();
}

/** Sends what an earlier visit has stored. */
async function resume(): Promise<void> {
  const code = await ownCode();
  if (!code) return;
  const prefix = `draft/${code}/`;
  type Stored = { value: Shown[] } | undefined;
  const stored = await (await localStore()).list<Stored>(prefix + NAME).catch(() => []);
  for (const { key, value } of stored) {
    // What another tab has sent meanwhile is no longer there.
    if (value) unsent.set(key.slice(prefix.length), { code, exposures: value.value });
  }
  await send();
}

let sending: Promise<void> | null = null;

function send(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll(): Promise<void> {
  for (const [name, { code, exposures }] of unsent) {
    for (let attempt = 0; ; attempt += 1) {
      // Signed out: the browser has forgotten them.
      if (session().user?.code !== code) break;
      try {
        await api.post('/api/exposures', {
          body: { exposures },
          keepalive: true,
        });
        break;
      } catch (error) {
        // Stored for the next sign-in.
        if (error instanceof ApiProblem && error.status === 401) return;
        if (!isTemporary(error)) break;
        await pause(retryDelay(attempt, (error as Partial<ApiProblem>).retryAfter));
      }
    }
    unsent.delete(name);
    await clearDraft(name);
  }
}
