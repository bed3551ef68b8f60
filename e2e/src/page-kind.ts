import type { ApiUser } from './api-user.ts';

/** The path without ids, and the section of a questionnaire. */
export async function kindOf(api: ApiUser, path: string): Promise<string> {
  const name = /^\/(pre|treatment|post)-questionnaire$/.exec(path)?.[1];
  if (name === 'pre' || name === 'treatment' || name === 'post') {
    const { sections, done } = await api.questionnaire(name);
    return `${path} ${sections[done]?.id.split('/')[0] ?? ''}`;
  }
  return path.replace(/^(\/flow-[ab]\/(?:question|start))\/[^/]+/, '$1/*');
}
