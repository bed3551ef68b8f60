import type {
  ControlFlow,
  PersonaCard,
  PersonaPosts,
  Position,
  PublicFlowA,
  PublicQuestionnaire,
  Question,
} from '../../web/src/api/schema.d.ts';
import { type Answers, answerAny, isShown, one } from './items.ts';
import type { Server, Tokens } from './server.ts';

/** Goes through the study by the API alone, to bring a participant somewhere quickly. */
export class ApiUser {
  readonly server: Server;
  readonly tokens: Tokens;
  /** What it writes where words are asked for, if not what `answerAny` has. */
  words: string | undefined;
  /** Sends this as the browser's own times, with every section and judgement. */
  timing: object | undefined;
  /** How each medium of a questionnaire page fails, if it does. */
  mediaError: string | undefined;
  /** Takes the first point of every rating, whatever is asked. */
  straight = false;
  /** What it answers to the practice item, which was not altered. */
  practice: 'original' | 'altered' = 'original';
  /** Answers of earlier sections, which conditions read. */
  private readonly known: Answers = {};

  constructor(server: Server, tokens: Tokens) {
    this.server = server;
    this.tokens = tokens;
  }

  /** Goes on until `arrived` says so; the page reached. */
  async walk(arrived: (path: string) => boolean): Promise<string> {
    let state = await this.call<Position>('GET', '/api/users/current-state');
    for (let steps = 0; steps < 300; steps++) {
      if (arrived(state.currentState)) return state.currentState;
      state = await this.step(state);
    }
    throw new Error(`still on ${state.currentState}`);
  }

  /** Walks to the first question of Flow A with a medium of this kind: the order is drawn for each participant. */
  async toMedia(kind: 'video' | 'audio'): Promise<string> {
    await this.walk((path) => /^\/flow-a\/question\/[^/]+$/.test(path));
    const questions = await this.call<Question[]>('GET', '/api/flow-a/questions');
    const question = questions.find(({ media }) => media.kind === kind);
    return this.walk((path) => path === `/flow-a/question/${question?.id}`);
  }

  private async step(state: Position): Promise<Position> {
    const path = state.currentState;
    if (path === '/dashboard' && state.nextState === null) return this.openPersona();
    if (state.nextState) {
      return this.call('PUT', '/api/users/current-state', { currentState: state.nextState });
    }
    const [, part, kind, id, more] = path.split('/');
    if (path === '/home')
      return this.call('POST', '/api/practice/answer', { answer: this.practice });
    if (path === '/control-flow') return this.rate();
    if (part?.endsWith('-questionnaire')) return this.section(part.replace('-questionnaire', ''));
    if (more === 'followup') return this.giveReasons(id ?? '');
    if (part === 'flow-a' && kind === 'question') {
      const answer = { answer: one(id ?? '', ['original', 'altered']), confidence: 70 };
      return this.call('POST', `/api/flow-a/questions/${id}/answer`, answer);
    }
    if (part === 'flow-b' && kind === 'question' && !more) return this.post(id ?? '');
    if (part === 'flow-b') return this.completePersona();
    throw new Error(`no rule for the page ${path}`);
  }

  questionnaire(name: string): Promise<PublicQuestionnaire> {
    return this.call('GET', `/api/questionnaires/${name}`);
  }

  /** Answers the present section of a questionnaire. */
  async section(name: string): Promise<Position> {
    const { sections, done } = await this.questionnaire(name);
    const section = sections[done];
    if (!section) throw new Error(`${name} has no section ${done}`);
    const answers: Answers = {};
    for (const item of section.items) {
      if (isShown(item, { ...this.known, ...answers }))
        Object.assign(answers, answerAny(item, this));
    }
    Object.assign(this.known, answers);
    const call = `/api/users/save-${name === 'treatment' ? name : `${name}-questionnaire`}-answers`;
    const error = this.mediaError;
    const urls = error ? JSON.stringify(section).matchAll(/"(\/api\/media\/[^"]+)"/g) : [];
    const media = Array.from(urls, ([, url]) => ({ url, error }));
    const timing = this.timing && { ...this.timing, media };
    return this.call('POST', call, { answers, section: section.id, timing });
  }

  private async rate(): Promise<Position> {
    const { clips, done } = await this.call<ControlFlow>('GET', '/api/control-flow');
    const clip = clips[done];
    if (!clip) throw new Error('no clip is left');
    const answers = Object.assign({}, ...clip.ratings.map((item) => answerAny(item, this)));
    return this.call('POST', `/api/control-flow/clips/${clip.id}/ratings`, { answers });
  }

  private async giveReasons(id: string): Promise<Position> {
    const { followup } = await this.call<PublicFlowA>('GET', '/api/flow-a/config');
    const answers = { reasons: [one(id, followup?.options ?? []).value] };
    return this.call('POST', `/api/flow-a/questions/${id}/followup`, { answers });
  }

  private async openPersona(): Promise<Position> {
    const personas = await this.personas();
    const open = personas.find((persona) => persona.state !== 'done');
    return this.call('PUT', '/api/users/current-state', {
      currentState: `/flow-b/start/${open?.id}`,
    });
  }

  private personas(): Promise<PersonaCard[]> {
    return this.call('GET', '/api/personas');
  }

  private async post(id: string): Promise<Position> {
    for (const persona of await this.personas()) {
      if (persona.state !== 'under_way') continue;
      const path = `/api/personas/${persona.id}/flow-b`;
      const { posts } = await this.call<PersonaPosts>('GET', path);
      const post = posts.find((candidate) => candidate.id === id);
      if (!post) continue;
      const answer = { answer: one(id, post.options).value, confidence: 70 };
      return this.call('POST', `/api/flow-b/posts/${id}/answer`, answer);
    }
    throw new Error(`no persona has the post ${id}`);
  }

  private async completePersona(): Promise<Position> {
    const persona = (await this.personas()).find((candidate) => candidate.state === 'under_way');
    return this.call('POST', `/api/users/complete-persona/${persona?.id}`, {});
  }

  call<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.server.call(method, path, body, this.tokens.access_token);
  }
}
