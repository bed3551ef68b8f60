import { expect, type Page } from '@playwright/test';
import { type Row, table } from './data-package.ts';
import type { Participant } from './participant.ts';
import type { Route } from './routes.ts';

/** A page when it was submitted: the answers in its controls, and the media that were visible. */
interface Entry {
  /** The part of the study, by its name in the data. */
  wave: string;
  isQuestionnaire: boolean;
  /** By variable. On pages about one clip or post, without its ID, which the browser does not get. */
  answers: Record<string, string>;
  /** SHA-256 of the bytes of each medium; empty for a post without a medium. */
  media: string[];
}

const ASKS = /-questionnaire$|^\/home$|^\/control-flow$|\/question\/\*(\/followup)?$/;

/** Records from the pages what a participant answers and sees, and compares it with the data package. */
export class Journal {
  /** The part of the study that follows. */
  wave = 'main';
  readonly #participant: Participant;
  readonly #entries: Entry[] = [];

  private constructor(participant: Participant) {
    this.#participant = participant;
    const look = participant.look;
    participant.look = async (route) => {
      await look(route);
      if (ASKS.test(route)) this.#entries.push(await this.#entry(route));
    };
  }

  /** Before the participant's first page is loaded. */
  static async of(participant: Participant): Promise<Journal> {
    await participant.page.addInitScript(keepBlobs);
    return new Journal(participant);
  }

  async #entry(route: Route): Promise<Entry> {
    const { answers, media } = await read(this.#participant.page);
    if (route === '/flow-b/question/*' && media.length === 0) media.push('');
    return { wave: this.wave, isQuestionnaire: route.endsWith('-questionnaire'), answers, media };
  }

  /** Expects all answers and exposures, and no others, in the rows of the participant with this code. */
  compare(folder: string, code: string): void {
    const own = (name: string) => table(folder, name).filter((row) => row.participant_id === code);
    const { sent } = this.#participant;
    expect(
      own('submissions')
        .map(({ receipt }) => receipt)
        .sort(),
      'receipts',
    ).toEqual(sent.map(({ receipt }) => receipt).sort());

    const asked = sent.filter(({ path }) => !path.includes('complete-persona'));
    expect(asked.length, 'pages that were submitted').toBe(this.#entries.length);
    const entries = this.#entries.map((entry, at) => ({ ...entry, ...submitted(asked, at) }));
    const isQuestionnaire = new Map(entries.map((one) => [one.receipt, one.isQuestionnaire]));
    const given = entries.flatMap(({ answers, ...entry }) =>
      Object.entries(answers).map(([name, value]) => line(entry, name, value)),
    );
    const answers = own('responses').map((row) => {
      const name = isQuestionnaire.get(row.receipt ?? '') ? row.variable : partOf(row);
      return line(row, name, cellOf(row));
    });
    expect(given.length, 'answers').toBeGreaterThan(0);
    expect(answers.sort(), 'answers').toEqual(given.sort());

    const hashes = new Map(table(folder, 'stimuli').map(({ file, sha256 }) => [file, sha256]));
    // A post without a medium is recorded when it is first seen: once for all attempts.
    const recorded = (attempt: string) => (hash: string) => hash !== '' || attempt === '1';
    const seen = entries.flatMap(({ media, ...entry }) =>
      media.filter(recorded(entry.attempt)).map((hash) => line(entry, hash)),
    );
    const exposures = own('exposures').map((row) => line(row, hashes.get(row.file) ?? ''));
    expect(exposures.sort(), 'exposures').toEqual(seen.sort());
  }
}

/** Receipt and attempt of a submission. A questionnaire has an address for all sections, and one attempt. */
function submitted(asked: Participant['sent'], at: number) {
  const { receipt = '', path = '' } = asked[at] ?? {};
  const same = asked.slice(0, at + 1).filter((one) => one.path === path);
  return { receipt, attempt: path.startsWith('/api/users/') ? '1' : `${same.length}` };
}

function line(
  { receipt, wave, attempt }: { receipt?: string; wave?: string; attempt?: string },
  ...rest: unknown[]
): string {
  return [receipt, wave, attempt, ...rest].join(' ');
}

/** The control of a page about one clip or post: the variable without the ID, which is in the submission. */
function partOf({ submission = '', variable = '' }: Row): string {
  const id = submission.split('/')[1] ?? '';
  return variable === id ? 'answer' : variable.replace(`${id}_`, '');
}

/** The value as the page has it; several options in the order of their names. */
function cellOf({ value = '' }: Row): string {
  return value.startsWith('[') ? JSON.parse(value).sort().join() : value;
}

declare global {
  interface Window {
    /** Media that the page has prefetched, by address. Its content security policy lets nobody fetch them. */
    blobs?: Map<string, Blob>;
  }
}

/** Runs in the page. */
function keepBlobs(): void {
  const blobs = new Map<string, Blob>();
  const create = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob: Blob) => {
    const url = create(blob);
    blobs.set(url, blob);
    return url;
  };
  window.blobs = blobs;
}

/** The answers on a page, by the ID of the control or of the group around it, and the media. */
async function read(page: Page): Promise<Pick<Entry, 'answers' | 'media'>> {
  return page.evaluate(async () => {
    const answers: Record<string, string> = {};
    const controls = 'main :is(input, textarea, select)';
    for (const control of document.querySelectorAll<HTMLInputElement>(controls)) {
      const group = control.closest('[id]')?.id ?? '';
      const several = control.type === 'checkbox';
      const isOff = (several || control.type === 'radio') && !control.checked;
      // A player's position is in no group.
      if (group === 'main' || control.value === '' || isOff) continue;
      const earlier = several ? (answers[group]?.split(',') ?? []) : [];
      answers[group] = [...earlier, control.value].sort().join();
    }
    const media: string[] = [];
    const players = 'main :is(.media__picture, .media__clip)';
    for (const player of document.querySelectorAll<HTMLVideoElement & HTMLImageElement>(players)) {
      // Empty until the browser has begun to load it.
      while (player.currentSrc === '') await new Promise(requestAnimationFrame);
      const { currentSrc } = player;
      const file = window.blobs?.get(currentSrc) ?? (await fetch(currentSrc));
      if (file instanceof Response && !file.ok) {
        throw new Error(`${currentSrc}: ${file.status} ${await file.text()}`);
      }
      const bytes = await file.arrayBuffer();
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      media.push([...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
    }
    // Texts without a medium in a questionnaire, each in view for a moment.
    for (const text of document.querySelectorAll('main [data-text]')) {
      text.scrollIntoView({ block: 'center' });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      media.push('');
    }
    return { answers, media };
  });
}
