import type {
  PersonaCard,
  Position,
  PublicQuestionnaire,
  Timing,
  Tokens,
} from '../../web/src/api/schema.d.ts';
import { type Answers, answerAny, isShown, one } from './items.ts';
import type { Call, Server } from './server.ts';

/** Saves the answers of each questionnaire. */
const SAVE = {
  pre: '/api/users/save-pre-questionnaire-answers',
  treatment: '/api/users/save-treatment-answers',
  post: '/api/users/save-post-questionnaire-answers',
} as const;

type QuestionnaireName = keyof typeof SAVE;

/** Takes part through the API alone, to bring a participant to a page quickly. */
export class ApiUser {
  readonly server: Server;
  readonly tokens: Tokens;
  /** Makes a call as this user. */
  readonly call: Call;
  /** The answer to text questions, if not that of `answerAny`. */
  words: string | undefined;
  /** The times that are sent with every section. */
  timing: Timing | undefined;
  /** The error that is reported for each medium of a questionnaire, if any. */
  mediaError: string | undefined;
  /** Straight-lining: chooses the first point of every rating. */
  straight = false;
  /** The answer to every question of Flow A; if there is none, it depends on the question's ID. */
  verdict: 'original' | 'altered' | undefined;
  /** The answer to the practice item, which is original. */
  practice: 'original' | 'altered' = 'original';
  /** The answers of earlier sections, for conditions. */
  private readonly known: Answers = {};

  constructor(server: Server, tokens: Tokens) {
    this.server = server;
    this.tokens = tokens;
    this.call = server.as(tokens.access_token);
  }

  /** Continues until `arrived` accepts a page, and returns it. */
  async walk(arrived: (path: string) => boolean): Promise<string> {
    let state = await this.position();
    for (let steps = 0; steps < 300; steps++) {
      if (arrived(state.currentState)) return state.currentState;
      state = await this.step(state);
    }
    throw new Error(`still on ${state.currentState}`);
  }

  /** Continues to the first question of Flow A with a medium of this kind; each participant has a random order. */
  async toMedia(kind: 'video' | 'audio' | 'image'): Promise<string> {
    await this.walk((path) => /^\/flow-a\/question\/[^/]+$/.test(path));
    const questions = await this.call('get', '/api/flow-a/questions');
    const ids = questions.filter(({ media }) => media.kind === kind).map(({ id }) => id);
    return this.walk((path) => ids.some((id) => path === `/flow-a/question/${id}`));
  }

  /** Answers the current question of Flow A, and continues to the next one with a medium of this kind. */
  async toNextMedia(kind: 'video' | 'audio' | 'image'): Promise<string> {
    const { currentState } = await this.position();
    await this.walk((path) => !path.startsWith(currentState.replace(/\/followup$/, '')));
    return this.toMedia(kind);
  }

  position(): Promise<Position> {
    return this.call('get', '/api/users/current-state');
  }

  /** Answers the current page, or leaves it if it needs no answer. */
  async step(state: Position): Promise<Position> {
    const path = state.currentState;
    if (path === '/dashboard' && state.nextState === null) return this.openPersona();
    if (state.nextState) {
      return this.moveTo(state.nextState);
    }
    const [, part, kind, id, more] = path.split('/');
    if (path === '/home')
      return this.call('post', '/api/practice/answer', { body: { answer: this.practice } });
    if (path === '/control-flow') return this.rate();
    if (part?.endsWith('-questionnaire'))
      return this.section(part.replace('-questionnaire', '') as QuestionnaireName);
    if (more === 'followup') return this.giveReasons(id ?? '');
    if (part === 'flow-a' && kind === 'question') {
      const verdict = this.verdict ?? one(id ?? '', ['original', 'altered']);
      const answer = { answer: verdict, confidence: 70 };
      return this.call('post', '/api/flow-a/questions/{id}/answer', {
        path: { id: id ?? '' },
        body: answer,
      });
    }
    if (part === 'flow-b' && kind === 'question' && !more) return this.post(id ?? '');
    if (part === 'flow-b') return this.completePersona();
    throw new Error(`no rule for the page ${path}`);
  }

  private moveTo(currentState: string): Promise<Position> {
    return this.call('put', '/api/users/current-state', { body: { currentState } });
  }

  questionnaire(name: QuestionnaireName): Promise<PublicQuestionnaire> {
    return this.call('get', '/api/questionnaires/{page}', { path: { page: name } });
  }

  /** Answers the present section of a questionnaire. */
  async section(name: QuestionnaireName): Promise<Position> {
    const { sections, done } = await this.questionnaire(name);
    const section = sections[done];
    if (!section) throw new Error(`${name} has no section ${done}`);
    const answers: Answers = {};
    for (const item of section.items) {
      if (isShown(item, { ...this.known, ...answers }))
        Object.assign(answers, answerAny(item, this));
    }
    Object.assign(this.known, answers);
    const path = SAVE[name];
    const error = this.mediaError;
    const urls = error ? JSON.stringify(section).matchAll(/"(\/api\/media\/[^"]+)"/g) : [];
    const media = Array.from(urls, ([, url = '']) => ({ url, error: error ?? null }));
    const timing = this.timing ? { ...this.timing, media } : null;
    return this.call('post', path, { body: { answers, section: section.id, timing } });
  }

  private async rate(): Promise<Position> {
    const { clips, done } = await this.call('get', '/api/control-flow');
    const clip = clips[done];
    if (!clip) throw new Error('no clip is left');
    const answers = Object.assign({}, ...clip.ratings.map((item) => answerAny(item, this)));
    return this.call('post', '/api/control-flow/clips/{id}/ratings', {
      path: { id: clip.id },
      body: { answers },
    });
  }

  private async giveReasons(id: string): Promise<Position> {
    const { followup } = await this.call('get', '/api/flow-a/config');
    const answers = { reasons: [one(id, followup?.options ?? []).value] };
    return this.call('post', '/api/flow-a/questions/{id}/followup', {
      path: { id },
      body: { answers },
    });
  }

  private async openPersona(): Promise<Position> {
    const personas = await this.personas();
    const open = personas.find((persona) => persona.state !== 'done');
    return this.moveTo(`/flow-b/start/${open?.id}`);
  }

  private personas(): Promise<PersonaCard[]> {
    return this.call('get', '/api/personas');
  }

  private async post(id: string): Promise<Position> {
    for (const persona of await this.personas()) {
      if (persona.state !== 'under_way') continue;
      const { posts } = await this.call('get', '/api/personas/{id}/flow-b', {
        path: { id: persona.id },
      });
      const post = posts.find((candidate) => candidate.id === id);
      if (!post) continue;
      const answer = { answer: one(id, post.options).value, confidence: 70 };
      return this.call('post', '/api/flow-b/posts/{id}/answer', { path: { id }, body: answer });
    }
    throw new Error(`no persona has the post ${id}`);
  }

  private async completePersona(): Promise<Position> {
    const persona = (await this.personas()).find((candidate) => candidate.state === 'under_way');
    return this.call('post', '/api/users/complete-persona/{id}', {
      path: { id: persona?.id ?? '' },
    });
  }
}
