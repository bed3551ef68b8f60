import { expect, type Locator, type Page, type Response } from '@playwright/test';
import type { PublicQuestionnaire } from '../../web/src/api/schema.d.ts';
import { fillSection } from './fill.ts';
import { arrived, type Route, routeOf } from './routes.ts';
import type { Server } from './server.ts';

/** A submission that the server acknowledged. */
export interface Sent {
  path: string;
  body: { answers?: Record<string, unknown>; answer?: string; confidence?: number };
  receipt: string;
  /** What was said of a judgement, if anything yet. */
  verdict: { correct: boolean } | null;
}

interface Reply {
  currentState: string;
  receipt?: string;
  verdict?: { correct: boolean } | null;
}

export const password = 'seven quiet lanterns by the river';

/** What a busy machine may take for one step. */
const PATIENCE = 60_000;

/** Every button that leads on. */
export const ON =
  /^(I agree, continue|Create account|Continue|Start|Check my answer|Save my ratings|Finish with this person|Continue without a second try|Continue the study)$/;

/** Presses the landing page's button, whatever the study calls it: each size of screen shows one. */
export async function takePart(page: Page, press: 'click' | 'dblclick' = 'click'): Promise<void> {
  await page.locator('main a[href="/consent"]').filter({ visible: true })[press]();
}

let count = 0;

/** Somebody who takes part, by what stands on the screen. */
export class Participant {
  readonly page: Page;
  readonly server: Server;
  /** Of the account that this browser is signed in to. */
  username = `otter-${process.pid}-${Date.now()}-${count++}`;
  /** Every submission of `step` that was acknowledged, in order. */
  readonly sent: Sent[] = [];
  /** Questions of each questionnaire, texts between them apart. */
  readonly asked = new Map<string, number>();
  /** What was chosen in questionnaires, by variable. */
  readonly chosen: Record<string, unknown> = {};
  /** The first verdict on each question and post, by the id in its address. */
  readonly verdicts = new Map<string, 'correct' | 'incorrect'>();
  /** What is answered at first wherever it is on offer; what is right for it is for the study to say. */
  first = ['original', 'genuine'];
  /** How buttons that lead on are pressed. */
  press: 'click' | 'dblclick' = 'click';
  /** Sees every page when all is filled in, before it is left. */
  look: (route: Route) => Promise<void> = async () => {};
  #mistakes = 0;

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

  async agree(): Promise<void> {
    for (const box of await this.main.getByRole('checkbox').all()) await box.check();
    await this.look('/consent');
    await this.page.getByRole('button', { name: 'I agree, continue' })[this.press]();
    await arrived(this.page, '/auth');
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

  /** Goes on to the page that `there` accepts. */
  async walk(there: (path: string) => boolean = (path) => path === '/end'): Promise<void> {
    for (let steps = 0; steps < 400; steps++) {
      if (there(this.path)) return;
      await this.step();
    }
    throw new Error(`still on ${this.path} after 400 steps`);
  }

  /** Answers the present page, whatever comes of it. */
  async handIn(): Promise<void> {
    await this.answer(this.path);
  }

  /** Answers the present page, and waits until the next one is there. */
  async step(): Promise<void> {
    await this.leave(() => this.answer(this.path));
  }

  /**
   * Does what leads on, and follows the server's reply: to the next page, or to the next section or
   * clip of the same one.
   */
  async leave(leads: () => Promise<void>): Promise<void> {
    const before = { path: this.path, part: await this.part() };
    const replied = this.page.waitForResponse(leadsOn, { timeout: PATIENCE });
    const [response] = await Promise.all([replied, leads()]);
    const reply: Reply = await response.json();
    const path = new URL(response.url()).pathname;
    if (reply.receipt) {
      const { receipt, verdict = null } = reply;
      this.sent.push({ path, body: response.request().postDataJSON(), receipt, verdict });
    }
    if (reply.currentState === before.path) {
      const next = new RegExp(`${before.part.name} ${before.part.number + 1} of`);
      await expect(this.main).toContainText(next, { timeout: PATIENCE });
    }
    await arrived(this.page, reply.currentState);
  }

  /** The section or clip that is shown; a section's clips are numbered too, and stand below its name. */
  private async part(): Promise<{ name: string; number: number }> {
    const text = (await this.main.textContent()) ?? '';
    const [, name = '(Section|Clip)', number = '0'] = text.match(/(Section|Clip) (\d+) of/) ?? [];
    return { name, number: Number(number) };
  }

  private async answer(path: string): Promise<void> {
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
    const questionnaire = await this.get<PublicQuestionnaire>(`/api/questionnaires/${name}`);
    const section = questionnaire.sections[questionnaire.done];
    if (!section) throw new Error(`${name} has no section ${questionnaire.done}`);
    const items = questionnaire.sections.flatMap((one) => one.items);
    this.asked.set(name, items.filter((item) => item.kind !== 'information').length);
    Object.assign(this.chosen, await fillSection(this.page, section, this.chosen));
  }

  /** What is answered at first; after a mistake, what is left. */
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
    // Only the opening has one.
    for (const slider of await this.main.locator('input[type=range]').all()) {
      await slider.press('ArrowRight');
    }
  }

  /** Presses what leads on. After every other mistake the answer is tried again. */
  async goOn(route: Route = routeOf(this.path)): Promise<void> {
    if (route === '/dashboard') return this.choosePersona();
    const on = this.main.getByRole('button', { name: ON });
    await on.waitFor();
    // Another medium's "Try again" would stand above it.
    const again = this.main.getByRole('button', { name: 'Try again' }).last();
    const retry =
      route.endsWith('/incorrect') && (await again.count()) > 0 && this.#mistakes++ % 2 === 0;
    await (retry ? again : on)[this.press]();
  }

  private async choosePersona(): Promise<void> {
    const begin = this.main.getByRole('listitem').getByRole('button', { name: /^Start/ });
    const on = this.main.getByRole('button', { name: 'Continue the study' });
    await begin.or(on).first().waitFor();
    await begin.or(on).first()[this.press]();
  }

  /** A call with the participant's own token. */
  async get<T>(path: string): Promise<T> {
    const token = await this.page.evaluate(() => localStorage.getItem('auth_token'));
    return this.server.call('GET', path, undefined, token);
  }
}

/** A reply that says where the participant is now: a receipt, or a move. */
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
