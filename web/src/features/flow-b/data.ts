import type { GivenAnswer, PersonaCard, Post, Receipt } from '@/api/schema';
import { tell } from '@/features/analytics/track';
import { loadPersona, loadPersonas, loadPosts } from '@/features/personas/api';
import { currentLocale } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { onForget } from '@/lib/session';

/** The posts of one persona. */
export interface PersonaPosts {
  persona: PersonaCard;
  intro: string;
  posts: Post[];
}

/** Media tickets expire; after a long pause the posts are fetched anew. */
const FRESH_FOR_MS = 20 * 60_000;

let kept: { data: PersonaPosts; locale: string; until: number } | null = null;

export function forgetFlowB(): void {
  kept = null;
}

onForget(forgetFlowB);

function keep(data: PersonaPosts): PersonaPosts {
  kept = { data, locale: currentLocale(), until: Date.now() + FRESH_FOR_MS };
  return data;
}

function known(): PersonaPosts | null {
  return kept && kept.locale === currentLocale() && kept.until > Date.now() ? kept.data : null;
}

/** `null` in place of a 404. */
function absent(error: unknown): null {
  if (error instanceof ApiProblem && error.status === 404) return null;
  throw error;
}

/** The persona that a start page names, and its posts; null if there is no such persona. */
export async function loadOfPersona(
  id: string,
  signal?: AbortSignal,
): Promise<PersonaPosts | null> {
  const found = known();
  if (found?.persona.id === id) return found;
  const [persona, reply] = await Promise.all([
    loadPersona(id, signal).catch(absent),
    loadPosts(id, signal).catch(absent),
  ]);
  return persona && reply && keep({ persona, ...reply });
}

/**
 * The posts among which `post` is. Its address does not name the persona: the one under way has it;
 * the administrator, who is nowhere, looks through all.
 */
export async function loadOfPost(
  post: string,
  needsVerdict: boolean,
  signal?: AbortSignal,
): Promise<PersonaPosts | null> {
  const found = known();
  if (found && has(found, post, needsVerdict)) return found;
  const order = { under_way: 0, open: 1, done: 2 };
  const personas = [...(await loadPersonas(signal))].sort(
    (a, b) => order[a.state] - order[b.state],
  );
  for (const persona of personas) {
    const reply = await loadPosts(persona.id, signal).catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status < 500) return null;
      throw error;
    });
    if (reply?.posts.some((one) => one.id === post)) return keep({ persona, ...reply });
  }
  return null;
}

function has({ posts }: PersonaPosts, id: string, needsVerdict: boolean): boolean {
  return posts.some((one) => one.id === id && (!needsVerdict || one.verdict !== null));
}

/** Takes over what a receipt says about a post. */
export function applyPostReceipt(id: string, given: GivenAnswer, { verdict }: Receipt): void {
  if (!kept) return;
  const answered = kept.data.posts.find((post) => post.id === id);
  if (answered) tell('promptAnswered', answered, given.answer);
  const posts = kept.data.posts.map((post) =>
    post.id === id
      ? {
          ...post,
          answers: [...post.answers, given],
          disabledAnswers: verdict?.disabledAnswers ?? post.disabledAnswers,
          verdict,
        }
      : post,
  );
  kept = { ...kept, data: { ...kept.data, posts } };
}
