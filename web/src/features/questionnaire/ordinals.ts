import type { PublicItem } from '@/api/schema';
import type { StudyMessages } from '@/locales/study.en';

type Names = Pick<StudyMessages['questionnaire'], 'clip' | 'post'>;

/** Which clip and which post each judgement of a section is, by item; nothing where there is only one. */
export function ordinalsOf(items: readonly PublicItem[], w: Names): Record<string, string> {
  const judged = items.filter((item) => item.kind === 'judgement');
  const name = (alike: typeof judged, word: Names['clip']) =>
    alike.length < 2 ? [] : alike.map(({ id }, index) => [id, word(index + 1, alike.length)]);
  const posts = judged.filter((item) => item.post);
  const clips = judged.filter((item) => !item.post);
  return Object.fromEntries([...name(clips, w.clip), ...name(posts, w.post)]);
}
