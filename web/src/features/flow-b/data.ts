import type { GivenAnswer, PersonaCard, PersonaPosts, Receipt } from '@/api/schema';
import { loadPersona, loadPersonas, loadPosts } from '@/features/personas/api';
import { ApiProblem } from '@/lib/problems';
import { createCache } from '@/lib/resource-cache';

/** A persona with its posts. */
export type PersonaWithPosts = PersonaPosts & { persona: PersonaCard };

/** Stores one persona at a time. Media tickets expire, so after a long pause the posts are fetched again. */
const cache = createCache<PersonaWithPosts | null>({ freshFor: 20 * 60_000 });
const KEY = 'flow-b';

export const forgetFlowB = cache.clear;

/** The persona of a start page with its posts; null if there is no such persona. */
export function loadOfPersona(id: string): Promise<PersonaWithPosts | null> {
  if (cache.peek(KEY)?.persona.id !== id) forgetFlowB();
  return cache.get(KEY, async () => {
    const load = Promise.all([loadPersona(id), loadPosts(id)]);
    const found = await load.catch(nullIf((status) => status === 404));
    return found && { persona: found[0], ...found[1] };
  });
}

/**
 * The posts that include `post`. The address does not contain the persona: it is the one in progress. For the
 * administrator, who has no position, all personas are searched.
 */
export function loadOfPost(post: string, needsFeedback: boolean): Promise<PersonaWithPosts | null> {
  if (!has(cache.peek(KEY), post, needsFeedback)) forgetFlowB();
  return cache.get(KEY, async () => {
    const order = { under_way: 0, open: 1, done: 2 };
    const personas = [...(await loadPersonas())].sort((a, b) => order[a.state] - order[b.state]);
    for (const persona of personas) {
      const reply = await loadPosts(persona.id).catch(nullIf((status) => status < 500));
      const found = reply && { persona, ...reply };
      if (has(found, post, false)) return found;
    }
    return null;
  });
}

/** For `catch`: returns null for error replies whose status matches. */
function nullIf(kind: (status: number) => boolean): (error: unknown) => null {
  return (error) => {
    if (error instanceof ApiProblem && kind(error.status)) return null;
    throw error;
  };
}

function has(of: PersonaPosts | null | undefined, id: string, needsFeedback: boolean): boolean {
  return !!of?.posts.some((one) => one.id === id && (!needsFeedback || one.verdict !== null));
}

/** Applies a receipt to its post. */
export function applyPostReceipt(id: string, given: GivenAnswer, { verdict }: Receipt): void {
  cache.update(KEY, (data) => {
    const posts = data?.posts.map((post) => {
      if (post.id !== id) return post;
      const disabledAnswers = verdict?.disabledAnswers ?? post.disabledAnswers;
      return { ...post, answers: [...post.answers, given], disabledAnswers, verdict };
    });
    return data && posts ? { ...data, posts } : null;
  });
}
