import type {
  PersonaCard,
  Post,
  PublicFeedback,
  PublicMedia,
  PublicQuestionnaire,
  Question,
  Receipt,
} from '@/api/schema';
import { loadPersonas, loadPosts } from '@/features/personas/api';
import { api, localized } from '@/lib/api-client';
import { en } from '@/locales/en';
import type { EventFields } from './events';
import { emit } from './moment';
import { startTimer, stopTimer, takeTimer } from './timers';

/** Turns steps in the study into events. Timers start when a page is shown and end with the event. */

export type PageId = keyof typeof en.pages;

/** The friendly name of a page, without the IDs in its path. */
const NAMES = en.pages;

const FLOW_A = 'flow-a';
const FLOW_B = 'flow-b';

/** A page was shown; `before` is the previous one. */
export function pageViewed(page: PageId, path: string, before: PageId | null): void {
  if (before === 'dashboard' && page !== 'dashboard') {
    emit('Dashboard Action', { action: NAMES[page] });
  }
  emit('Page Viewed', { page: NAMES[page], path });
  if (page === 'dashboard') emit('Dashboard Viewed', {});
  if (page === 'profile') emit('Profile Viewed', {});
}

/** The address of a medium by its item. The real address authorises access and changes every hour. */
function shown(media: PublicMedia | null, id: string) {
  return { mediaType: media?.kind ?? 'none', mediaUrl: media ? `/api/media/${id}` : '' };
}

/** A page with a task was shown: `flow-a/<question>/<attempt>`, and so on. */
export function taskShown(page: string): void {
  const [, flow, item] = /^(flow-[ab])\/([^/]+)\/\d+$/.exec(page) ?? [];
  if (!flow) return;
  startTimer(flow);
  startTimer(`${flow}/${item}`);
}

/** The answer was submitted. A follow-up may come before the feedback, and does not count as time for the answer. */
export function questionSubmitted(id: string): void {
  stopTimer(`${FLOW_A}/${id}`);
}

export function questionAnswered(question: Question, feedback: PublicFeedback): void {
  emit('Flow A Question Answered', {
    questionId: question.id,
    questionNumber: question.number,
    answer: question.answers.at(-1)?.answer ?? '',
    isCorrect: feedback.sign?.found ?? feedback.correct,
    timeSpent: takeTimer(`${FLOW_A}/${question.id}`) ?? 0,
    ...shown(question.media, question.id),
  });
}

/** Only once, because the timer is then removed. */
export function flowACompleted(result: Omit<EventFields['Flow A Completed'], 'totalTime'>): void {
  const totalTime = takeTimer(FLOW_A);
  if (totalTime !== null) emit('Flow A Completed', { ...result, totalTime });
}

export function promptAnswered(post: Post, response: string): void {
  emit('Flow B Prompt Answered', {
    promptId: post.id,
    promptNumber: post.number,
    response,
    timeSpent: takeTimer(`${FLOW_B}/${post.id}`) ?? 0,
    ...shown(post.media, post.id),
  });
}

/** The dashboard was shown. When all personas are completed, the flow is completed. */
export function personasSeen(personas: readonly PersonaCard[]): void {
  if (personas.length === 0 || personas.some((persona) => persona.state !== 'done')) return;
  const totalTime = takeTimer(FLOW_B);
  if (totalTime === null) return;
  const totalPrompts = personas.reduce((sum, persona) => sum + persona.posts, 0);
  emit('Flow B Completed', { totalPrompts, totalTime });
}

export function personaViewed(persona: PersonaCard): void {
  emit('Persona Viewed', { personaId: persona.id, personaName: persona.name });
}

export function personaSelected(persona: PersonaCard): void {
  emit('Persona Selected', { personaId: persona.id, personaName: persona.name });
}

export function questionnaireShown(which: string): void {
  startTimer(`questionnaire/${which}`);
}

export function questionnaireCompleted(which: string, { sections }: PublicQuestionnaire): void {
  const items = sections.flatMap((section) => section.items);
  emit('Questionnaire Completed', {
    questionnaireType: which,
    numberOfQuestions: items.filter((item) => item.kind !== 'information').length,
    timeSpent: takeTimer(`questionnaire/${which}`) ?? 0,
  });
}

const QUESTION = /^\/api\/flow-a\/questions\/([^/]+)\/(?:answer|followup)$/;
const POST = /^\/api\/flow-b\/posts\/([^/]+)\/answer$/;
const QUESTIONNAIRE = /^\/api\/users\/save-(pre|treatment|post)(?:-questionnaire)?-answers$/;

type Submitted = { path: string; body: unknown };

/**
 * A receipt arrived for a submission of an earlier page, which was offline or left before the reply. The data of that
 * page are fetched from the server.
 */
export function late(submitted: Submitted, receipt: Receipt): void {
  // Nothing in the study depends on these events.
  ask(submitted, receipt).catch(() => {});
}

async function ask({ path, body }: Submitted, receipt: Receipt): Promise<void> {
  const id = (pattern: RegExp) => decodeURIComponent(pattern.exec(path)?.[1] ?? '');
  const [question, post] = [id(QUESTION), id(POST)];
  const which = id(QUESTIONNAIRE) as 'pre' | 'treatment' | 'post' | '';
  if (question && receipt.verdict) {
    const all = await api.get('/api/flow-a/questions', localized());
    const found = all.find((one) => one.id === question);
    if (found) questionAnswered(found, receipt.verdict);
  } else if (post) {
    const found = (await postsUnderWay()).find((one) => one.id === post);
    if (found) promptAnswered(found, (body as { answer: string }).answer);
  } else if (which && receipt.currentState !== `/${which}-questionnaire`) {
    const path = { page: which };
    const found = await api.get('/api/questionnaires/{page}', { path, ...localized() });
    questionnaireCompleted(which, found);
  }
}

async function postsUnderWay(): Promise<Post[]> {
  const personas = await loadPersonas();
  const persona = personas.find((one) => one.state === 'under_way');
  if (!persona) return [];
  return (await loadPosts(persona.id)).posts;
}
