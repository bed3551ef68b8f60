import { expect } from '@playwright/test';
import type { EventName } from '../../web/src/features/analytics/events.ts';
import type { Participant } from './participant.ts';
import { ROUTES, routeOf } from './routes.ts';
import type { Visit } from './visits.ts';

type Fields = Record<string, unknown>;

/** The expected events by name, each with its own fields, in order. */
export type Due = Partial<Record<EventName, Fields[]>>;

const seconds = expect.any(Number);
const MEDIA = expect.stringMatching(/^(video|audio|image)$/);
/** Some posts have only text. */
const MEDIA_IF_ANY = expect.stringMatching(/^(video|audio|image|none)$/);

/** The expected events of a journey, derived from the pages shown and the submissions. */
export function eventsDue(participant: Participant, visits: readonly Visit[]): Due {
  const due = { ...views(visits), ...flowA(participant), ...flowB(participant, visits) };
  due['Questionnaire Completed'] = [...participant.asked].map(([questionnaireType, all]) => ({
    questionnaireType,
    numberOfQuestions: all,
    timeSpent: seconds,
  }));
  return due;
}

const nameOf = (path: string) => ROUTES[routeOf(path)];

function views(visits: readonly Visit[]): Due {
  const on = (path: string) => visits.filter((visit) => visit.path === path).map(() => ({}));
  const left = visits.filter((visit, at) => !visit.loaded && visits[at - 1]?.path === '/dashboard');
  return {
    'Page Viewed': visits.map(({ path }) => ({ page: nameOf(path), path })),
    'Dashboard Viewed': on('/dashboard'),
    'Profile Viewed': on('/profile'),
    'Dashboard Action': left.map(({ path }) => ({ action: nameOf(path) })),
    'Performance Measured': visits
      // The first page after the sign-in was loaded before it.
      .filter(({ loaded }, at) => loaded || at === 0)
      .map(() => ({ metric: 'page load', value: seconds })),
  };
}

/** Items in the order in which they first appear. */
function order(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

function flowA({ sent }: Participant): Due {
  const calls = sent.flatMap((one) => {
    const id = /^\/api\/flow-a\/questions\/([^/]+)\//.exec(one.path)?.[1];
    return id ? [{ ...one, id }] : [];
  });
  if (calls.length === 0) return {};
  const ids = order(calls.map(({ id }) => id));
  const judged = calls.filter(({ verdict }) => verdict);
  const answered = judged.map(({ id, verdict, receipt }) => {
    // The feedback may come with the follow-up, after the answer.
    const upToHere = calls.slice(0, calls.findIndex((one) => one.receipt === receipt) + 1);
    return {
      questionId: id,
      questionNumber: ids.indexOf(id) + 1,
      answer: upToHere.filter((one) => one.id === id && one.body.answer).at(-1)?.body.answer,
      isCorrect: verdict?.sign?.found ?? verdict?.correct,
      timeSpent: seconds,
      mediaType: MEDIA,
      mediaUrl: `/api/media/${id}`,
    };
  });
  const correct = ids.filter((id) => judged.find((one) => one.id === id)?.verdict?.correct).length;
  const whole = {
    totalQuestions: ids.length,
    correctAnswers: correct,
    accuracy: (correct / ids.length) * 100,
    totalTime: seconds,
  };
  return { 'Flow A Question Answered': answered, 'Flow A Completed': [whole] };
}

function flowB({ sent }: Participant, visits: readonly Visit[]): Due {
  const answered: Fields[] = [];
  const all = new Set<string>();
  let ofPersona = new Set<string>();
  for (const { path, body } of sent) {
    if (/complete-persona/.test(path)) ofPersona = new Set();
    const id = /^\/api\/flow-b\/posts\/([^/]+)\/answer$/.exec(path)?.[1];
    if (!id) continue;
    all.add(id);
    ofPersona.add(id);
    answered.push({
      promptId: id,
      promptNumber: [...ofPersona].indexOf(id) + 1,
      response: body.answer,
      timeSpent: seconds,
      mediaType: MEDIA_IF_ANY,
      mediaUrl: expect.stringMatching(new RegExp(`^(/api/media/${id})?$`)),
    });
  }
  if (answered.length === 0) return {};
  const personas = visits.flatMap(({ path }) => /^\/flow-b\/start\/([^/]+)$/.exec(path)?.[1] ?? []);
  const persona = personas.map((personaId) => ({ personaId, personaName: expect.any(String) }));
  return {
    'Flow B Prompt Answered': answered,
    'Flow B Completed': [{ totalPrompts: all.size, totalTime: seconds }],
    'Persona Viewed': persona,
    'Persona Selected': persona,
  };
}
