import { expect, type Locator, type Page, type Response } from '@playwright/test';
import type { OptionalIfEmpty, Parameters, Path, Reply } from '../../web/src/api/calls.ts';
import type { Position, Receipt } from '../../web/src/api/schema.d.ts';
import { fillSection } from './fill.ts';
import { arrived, type Route, routeOf } from './routes.ts';
import type { Server } from './server.ts';
import { answerAnyway } from './unseen.ts';

/** A submission that the server acknowledged. */
export interface Sent {
  path: string;
  body: { answers?: Record<string, unknown>; answer?: string; confidence?: number };
  receipt: string;
  /** The feedback on a judgement, once given. */
  verdict: { correct: boolean; sign?: { found: boolean } | null } | null;
}

export const password = 'seven quiet lanterns by the river';

/** How long a step may take on a busy machine. */
const PATIENCE = 60_000;

/** All buttons that lead to the next page. */
export const ON =
  /^(I agree, continue|Create account|Continue|Start|Check my answer|Save my ratings|Done with .+, back to the overview|Skip the second try|Continue the study)$/;

/** Presses the landing page's button, found by its link, because its text is the study's. Each screen size shows one. */
export async function takePart(page: Page, press: 'click' | 'dblclick' = 'click'): Promise<void> {
  await page.locator('main a[href="/consent"]').filter({ visible: true })[press]();
}

let count = 0;

/** A participant who takes part through the user interface. */
export class Participant {
  readonly page: Page;
  readonly server: Server;
  /** The username of the signed-in account. */
  username = `otter-${process.pid}-${Date.now()}-${count++}`;
  /** All acknowledged submissions of `step`, in order. */
  readonly sent: Sent[] = [];
  /** The number of questions of each questionnaire, without texts. */
  readonly asked = new Map<string, number>();
  /** The answers in questionnaires, by variable. */
  readonly chosen: Record<string, unknown> = {};
  /** The first feedback on each question and post, by the ID in its address. */
  readonly verdicts = new Map<string, 'correct' | 'incorrect'>();
  /** The first answer wherever it is an option; the study decides whether it is correct. */
  first = ['original', 'genuine'];
  /** Whether to agree to later parts that are for those who agree to them. */
  comesBack = false;
  /** How buttons that lead to the next page are pressed. */
  press: 'click' | 'dblclick' = 'click';
  /** Called for every page when it is filled in, before it is submitted. */
  look: (route: Route) => Promise<void> = async () => {};
  #mistakes = 0;
  /** Whether a reminder is left to the test. */
  #held = false;

  constructor(page: Page, server: Server) {
    this.page = page;
    this.server = server;
  }

  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  private get main(): Locator {
    return this.page.getByRole('main');
  }

  /** From the landing page through consent to the first page of the study. */
  async begin(from = '/'): Promise<void> {
    await this.page.goto(`${this.server.address}${from}`);
    await arrived(this.page, '/');
    await this.look('/');
    await takePart(this.page, this.press);
    await arrived(this.page, '/consent');
    await this.agree();
    await this.register();
  }

  /** `to` is the page after it: the study itself where the recruitment link is the account. */
  async agree(to: '/auth' | '/pre-questionnaire' = '/auth'): Promise<void> {
    for (const box of await this.main.getByRole('checkbox').all()) {
      const isAboutLater = (await box.getAttribute('name')) === 'contact_again';
      if (this.comesBack || !isAboutLater) await box.check();
    }
    await this.look('/consent');
    await this.page.getByRole('button', { name: 'I agree, continue' })[this.press]();
    await arrived(this.page, to);
  }

  async register(): Promise<void> {
    const form = await this.fillForm('Register', this.username);
    await this.look('/auth');
    await form.getByRole('button', { name: 'Create account' })[this.press]();
    await arrived(this.page, '/pre-questionnaire');
  }

  async signIn(username = this.username, secret = password): Promise<void> {
    const form = await this.fillForm('Sign in', username, secret);
    await form.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Opens one of the two forms of the page and fills it in. */
  async fillForm(
    name: 'Register' | 'Sign in',
    username: string,
    secret = password,
  ): Promise<Locator> {
    await this.page.getByRole('tab', { name }).click();
    const form = this.page.getByRole('tabpanel', { name });
    await form.getByLabel('Username').fill(username);
    await form.getByLabel('Password', { exact: true }).fill(secret);
    return form;
  }

  /** Continues to the page that `there` accepts. */
  async walk(there: (path: string) => boolean = (path) => path === '/end'): Promise<void> {
    for (let steps = 0; steps < 400; steps++) {
      if (there(this.path)) return;
      await this.step();
    }
    throw new Error(`still on ${this.path} after 400 steps`);
  }

  /** Answers and submits the current page, without waiting for the result. */
  async submit(): Promise<void> {
    await this.answer(this.path);
  }

  /** Answers the current page and presses the button once, even if the answer is held back. */
  async submitWithoutPlaying(): Promise<void> {
    this.#held = true;
    await this.answer(this.path);
    this.#held = false;
  }

  /** Answers the current page, and waits for the next one. */
  async step(): Promise<void> {
    await this.readInstructions();
    await this.leave(() => this.answer(this.path));
  }

  /**
   * Performs an action that leads on, and follows the server's reply: to the next page, or to the next section or clip
   * of the same page.
   */
  async leave(leads: () => Promise<void>): Promise<void> {
    const before = { path: this.path, next: await this.nextPart() };
    const replied = this.page.waitForResponse(leadsOn, { timeout: PATIENCE });
    const [response] = await Promise.all([replied, leads()]);
    const reply: Position & Partial<Receipt> = await response.json();
    const path = new URL(response.url()).pathname;
    if (reply.receipt) {
      const { receipt, verdict = null } = reply;
      this.sent.push({ path, body: response.request().postDataJSON(), receipt, verdict });
    }
    if (reply.currentState === before.path) {
      await expect(this.main).toContainText(before.next, { timeout: PATIENCE });
    }
    await arrived(this.page, reply.currentState);
  }

  /**
   * The number of the next section or clip at the same address. A heading with a number is that of a clip or of an item
   * on its own page; other clips of a section are numbered below its name. Advice on a clip keeps the number.
   */
  private async nextPart(): Promise<RegExp> {
    const [heading = ''] = await this.main.locator('h1').allTextContents();
    const text = (await this.main.textContent()) ?? '';
    const advice = text.includes('You answered:') ? '' : '|You answered:';
    const [, at, last] = heading.match(/^\w+ (\d+) of (\d+)$/) ?? [];
    // A group has clips and questions, whose pages are counted together.
    if (Number(at) < Number(last))
      return new RegExp(`(Clip|Post|Question) ${Number(at) + 1} of ${last}${advice}`);
    const [, name = '(Section|Clip)', number = '0'] = text.match(/(Section|Clip) (\d+) of/) ?? [];
    return new RegExp(`${name} ${Number(number) + 1} of${advice}`);
  }

  /** Leaves the instructions of a section of judgements, which are on a page of their own. */
  async readInstructions(): Promise<void> {
    if (!this.path.endsWith('-questionnaire')) return;
    const on = this.main.getByRole('button', { name: /^(Continue|Start)$/ });
    await on.waitFor();
    if ((await on.textContent()) === 'Start') await on[this.press]();
  }

  private async answer(path: string): Promise<void> {
    await this.readInstructions();
    const route = routeOf(path);
    if (route.endsWith('-questionnaire')) await this.fillPage();
    else if (/^(\/home|\/flow-.\/question\/\*)$/.test(route)) await this.judge();
    else if (route === '/control-flow') await this.rate();
    else if (route === '/flow-a/question/*/followup') await this.giveReasons();
    const [, id, verdict] = /question\/([^/]+)\/((?:in)?correct)$/.exec(path) ?? [];
    if (id && !this.verdicts.has(id)) this.verdicts.set(id, verdict as 'correct' | 'incorrect');
    await this.look(route);
    await this.goOn(route);
  }

  /** Fills in the present section of the present questionnaire. */
  async fillPage(): Promise<void> {
    const name = this.path.slice(1).replace('-questionnaire', '');
    const questionnaire = await this.get('/api/questionnaires/{page}', { path: { page: name } });
    const section = questionnaire.sections[questionnaire.done];
    if (!section) throw new Error(`${name} has no section ${questionnaire.done}`);
    const items = questionnaire.sections.flatMap((one) => one.items);
    this.asked.set(name, items.filter((item) => item.kind !== 'information').length);
    Object.assign(this.chosen, await fillSection(this.page, section, this.chosen));
  }

  /** Chooses the first answer; after a mistake, the remaining one. */
  private async judge(): Promise<void> {
    const answers = this.page.locator('#answer');
    await answers.waitFor();
    const open = answers.locator('input:enabled');
    const first = open.and(this.page.locator(this.first.map((value) => `[value=${value}]`).join()));
    await ((await first.count()) > 0 ? first : open).first().check();
    const sure = this.page.locator('#confidence input[value="70"]');
    if (await sure.count()) await sure.check();
  }

  private async giveReasons(): Promise<void> {
    await this.main.getByRole('checkbox').first().check();
  }

  private async rate(): Promise<void> {
    for (const group of await this.main.locator('fieldset:has([type=radio])').all()) {
      await group.locator('input[type=radio]').nth(2).check();
    }
    // Only some clips have a slider.
    for (const slider of await this.main.locator('input[type=range]').all()) {
      await slider.press('ArrowRight');
    }
  }

  /** Presses the button to continue. After every other mistake the answer is tried again. */
  async goOn(route: Route = routeOf(this.path)): Promise<void> {
    if (route === '/dashboard') return this.choosePersona();
    const on = this.main.getByRole('button', { name: ON });
    await on.waitFor();
    // Another medium's "Try again" would be above it.
    const again = this.main.getByRole('button', { name: 'Try again' }).last();
    const retry =
      route.endsWith('/incorrect') && (await again.count()) > 0 && this.#mistakes++ % 2 === 0;
    await (retry ? again : on)[this.press]();
    if (!this.#held) await answerAnyway(this.page, this.press);
  }

  private async choosePersona(): Promise<void> {
    const begin = this.main.getByRole('listitem').getByRole('button', { name: /^Start/ });
    const on = this.main.getByRole('button', { name: 'Continue the study' });
    await begin.or(on).first().waitFor();
    await begin.or(on).first()[this.press]();
  }

  /** Reads from the API with the participant's token. */
  async get<P extends Path<'get'>>(
    path: P,
    ...input: OptionalIfEmpty<Parameters<P>>
  ): Promise<Reply<P>> {
    const token = await this.page.evaluate(() => localStorage.getItem('auth_token'));
    return this.server.as(token)('get', path, ...input);
  }
}

/** A reply with the participant's position: a receipt or a move. */
function leadsOn(response: Response): boolean {
  const method = response.request().method();
  const path = new URL(response.url()).pathname;
  if (!response.ok()) return false;
  if (method === 'PUT') return path === '/api/users/current-state';
  return (
    method === 'POST' &&
    /^\/api\/(users\/(save-|complete-persona)|practice|flow-a|flow-b|control-flow)/.test(path)
  );
}
