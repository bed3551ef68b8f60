import type { PublicQuestionnaire, Question } from '@/api/schema';
import { ratio } from '@/features/media/source';

type View = (data: Promise<unknown>) => Promise<void>;

/** Fills in the frame of the page (frames.tsx) if the reply to `path` contains its first part. */
export function viewFor(path: string): View | undefined {
  if (path.includes('/flow-a/questions')) return showPicture as View;
  if (path.includes('/questionnaires/')) return showText as View;
  return undefined;
}

/** The picture of the question in the address, or the first one of its clip. */
async function showPicture(data: Promise<Question[]>): Promise<void> {
  const question = (await data).find(({ id }) => location.pathname.endsWith(`/${id}`));
  const picture = document.querySelector<HTMLImageElement>('#first-view img');
  if (!question || !picture || question.media.kind === 'audio') return;
  const { kind, poster, sources } = question.media;
  const address = kind === 'image' ? sources[0]?.url : poster;
  if (!address) return;
  picture.src = address;
  if (!question.media.transcript) document.querySelector('#first-view + details')?.remove();
  const frame = showFrame();
  frame.style.setProperty('--ratio', String(ratio(question.media)));
  frame.toggleAttribute('data-clip', kind === 'video');
  await picture.decode();
  markShown();
}

/** Heading and text above the current section of a questionnaire. */
async function showText(data: Promise<PublicQuestionnaire>): Promise<void> {
  const { title, intro, sections, done } = await data;
  const section = sections[done];
  // The heading of a page with one item is its number, in the language of the interface.
  if (!section || section.counter) return;
  const frame = showFrame();
  const [eyebrow, heading, ...texts] = frame.children;
  if (eyebrow) eyebrow.textContent = title;
  if (heading) heading.textContent = section.title;
  const html = [done > 0 ? null : intro, section.intro];
  for (const [index, text] of texts.entries()) {
    // As in StudyHtml: the page has its own heading. The server has sanitised the text.
    const below = html[index]?.replaceAll('<h1', '<h2').replaceAll('</h1>', '</h2>');
    if (below) text.innerHTML = below;
    else text.remove();
  }
  markShown();
}

function showFrame(): HTMLElement {
  const frame = document.getElementById('first-view') as HTMLElement;
  const loading = document.querySelector<HTMLElement>('.loading');
  frame.hidden = false;
  loading?.classList.add(loading.dataset.over ?? '');
  return frame;
}

/** The page's clock starts here (features/timing), unless the page was hidden in between. */
function markShown(): void {
  const { preloaded } = window;
  if (preloaded && preloaded.shownAt === undefined && !document.hidden) {
    preloaded.shownAt = performance.now();
  }
}
