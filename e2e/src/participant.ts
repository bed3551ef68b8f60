import { expect, type Page } from '@playwright/test';
import { fillSection } from './fill.ts';
import { one, pick, type Questionnaire } from './items.ts';
import type { Server } from './server.ts';

/** A submission that the server acknowledged. */
export interface Sent {
  path: string;
  body: { answers?: Record<string, unknown>; answer?: string; confidence?: number };
  receipt: string;
}

export const password = 'seven quiet lanterns by the river';

let count = 0;

/** Somebody who takes part, by what stands on the screen. */
export class Participant {
  readonly page: Page;
  readonly server: Server;
  readonly username = `otter-${process.pid}-${Date.now()}-${count++}`;
  /** Every submission that was acknowledged, in order. */
  readonly sent: Sent[] = [];
  /** What was chosen in questionnaires, by variable. */
  readonly chosen: Record<string, unknown> = {};

  constructor(page: Page, server: Server) {
    this.page = page;
    this.server = server;
    page.on('response', (response) => {
      const request = response.request();
      const path = new URL(request.url()).pathname;
      if (request.method() !== 'POST' || !response.ok() || !isSubmission(path)) return;
      const body = request.postDataJSON() as Sent['body'];
      response.json().then(
        (receipt: { receipt: string }) => this.sent.push({ path, body, receipt: receipt.receipt }),
        () => {},
      );
    });
  }

  /** From the landing page through consent to the first page of the study. */
  async begin(from = '/'): Promise<void> {
    await this.page.goto(`${this.server.address}${from}`);
    await this.page.getByRole('main').getByRole('link', { name: /.+/ }).last().click();
    await this.page.waitForURL('**/consent');
    await this.agree();
    await this.page.waitForURL('**/auth');
    await this.register();
  }

  async agree(): Promise<void> {
    const boxes = this.page.getByRole('main').getByRole('checkbox');
    // `all()` takes what is there, and the address may change a moment before the page does.
    await boxes.first().waitFor();
    for (const box of await boxes.all()) await box.check();
    await this.page.getByRole('button', { name: 'I agree, continue' }).click();
  }

  async register(): Promise<void> {
    await this.page.getByRole('tab', { name: 'Register' }).click();
    const form = this.page.getByRole('tabpanel', { name: 'Register' });
    await form.getByLabel('Username').fill(this.username);
    await form.getByLabel('Password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Create account' }).click();
    await this.page.waitForURL('**/pre-questionnaire');
    await this.page.getByText(/Section 1 of/).waitFor();
  }

  async signIn(username = this.username, secret = password): Promise<void> {
    await this.page.getByRole('tab', { name: 'Sign in' }).click();
    const form = this.page.getByRole('tabpanel', { name: 'Sign in' });
    await form.getByLabel('Username').fill(username);
    await form.getByLabel('Password', { exact: true }).fill(secret);
    await form.getByRole('button', { name: 'Sign in' }).click();
  }

  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  /** Goes on until `arrived` says so, and lets `look` see every page on the way. */
  async walk(
    arrived: (path: string) => boolean = (path) => path === '/end',
    look: (path: string) => Promise<void> = async () => {},
  ): Promise<void> {
    for (let steps = 0; steps < 400; steps++) {
      await look(this.path);
      if (arrived(this.path)) return;
      await this.step();
    }
    throw new Error(`still on ${this.path} after 400 steps`);
  }

  /** Answers the present page, and waits for the next one. */
  async step(): Promise<void> {
    const before = await this.marker();
    await this.answer(this.path);
    await expect
      .poll(async () => (await this.marker()) !== before && (await this.isShown()), {
        message: `nothing came after ${before}`,
        timeout: 15_000,
      })
      .toBe(true);
  }

  /** What tells a page, or a section of a page, from the next one. */
  private async marker(): Promise<string> {
    return `${this.path} ${await this.page
      .getByRole('main')
      .evaluate((main) => {
        const section = main.textContent?.match(/(Section|Clip|Question|Post) \d+ of/)?.[0];
        return `${section ?? ''} ${main.querySelector('h1')?.textContent ?? ''}`;
      })
      .catch(() => 'loading')}`;
  }

  private async isShown(): Promise<boolean> {
    return (await this.page.getByRole('heading', { level: 1 }).count()) > 0;
  }

  private async answer(path: string): Promise<void> {
    const part = path.split('/').slice(1);
    const last = part.at(-1) ?? '';
    if (last.endsWith('-questionnaire')) {
      await this.fillPage();
      return this.goOn();
    }
    if (path === '/home') return this.judge('practice');
    if (path === '/control-flow') return this.rate();
    if (path === '/dashboard') return this.choosePersona();
    if (last === 'followup') return this.followUp();
    if (last === 'incorrect' && pick(path, 2) === 0) return this.again();
    if (part[1] === 'question' && part.length === 3) return this.judge(part[2] ?? '');
    return this.goOn();
  }

  /** Fills in the present section of the present questionnaire. */
  async fillPage(): Promise<void> {
    const name = this.path.slice(1).replace('-questionnaire', '');
    const questionnaire = await this.get<Questionnaire>(`/api/questionnaires/${name}`);
    const section = questionnaire.sections[questionnaire.done];
    if (!section) throw new Error(`${name} has no section ${questionnaire.done}`);
    Object.assign(this.chosen, await fillSection(this.page, section, this.chosen));
  }

  private async judge(id: string): Promise<void> {
    const main = this.page.getByRole('main');
    const answers = main.locator('fieldset').first().locator('input[type=radio]:enabled');
    await answers.first().waitFor();
    await one(id, await answers.all()).check();
    const sure = main.locator('input[type=radio][value="70"]');
    if (await sure.count()) await sure.check();
    await main.getByRole('button', { name: /Check my answer|Hand in my answer/ }).click();
  }

  private async followUp(): Promise<void> {
    await this.page.getByRole('main').getByRole('checkbox').first().check();
    await this.goOn();
  }

  private async again(): Promise<void> {
    const on = this.page.getByRole('button', {
      name: /^(Continue|Go on without|Finish with this person)$/,
    });
    await on.waitFor();
    // The other "Try again" belongs to a medium that did not load.
    const retry = this.page.getByRole('main').getByRole('button', { name: 'Try again' }).last();
    if (await retry.count()) await retry.click();
    else await on.click();
  }

  private async choosePersona(): Promise<void> {
    const people = this.page.getByRole('main').getByRole('listitem');
    const begin = people.getByRole('button', { name: /^(Start|Continue)/ });
    const on = this.page.getByRole('main').getByRole('button', { name: /^Continue the study$/ });
    await begin.or(on).first().waitFor();
    if (await begin.count()) await begin.first().click();
    else await on.click();
  }

  private async rate(): Promise<void> {
    for (const group of await this.page.getByRole('main').locator('fieldset').all()) {
      await group.locator('input[type=radio]').nth(2).check();
    }
    await this.page.getByRole('button', { name: 'Save my ratings' }).click();
  }

  async goOn(): Promise<void> {
    await this.page
      .getByRole('main')
      .getByRole('button', { name: /^(Continue|Start|Finish with this person|Go on without)$/ })
      .first()
      .click();
  }

  /** A call with the participant's own token. */
  async get<T>(path: string): Promise<T> {
    const token = await this.page.evaluate(() => localStorage.getItem('auth_token'));
    const reply = await fetch(`${this.server.address}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  }
}

function isSubmission(path: string): boolean {
  return /^\/api\/(users\/(save-|complete-persona)|practice|flow-a|flow-b|control-flow)/.test(path);
}
