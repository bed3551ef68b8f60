import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { By, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import type { OptionalIfEmpty, Parameters, Path, Reply } from '../../web/src/api/calls.ts';
import { answersTo } from '../src/fill.ts';
import { expect, test } from '../src/fixtures.ts';
import type { Answers } from '../src/items.ts';
import { ON, password } from '../src/participant.ts';
import { complete, present, type Route, routeOf } from '../src/routes.ts';
import type { Server } from '../src/server.ts';

/** A participant in a browser that only WebDriver can drive. */
export class Visitor {
  readonly driver: WebDriver;
  readonly server: Server;
  readonly username = `heron-${process.pid}-${Date.now()}`;
  /** The answers in questionnaires, by variable. */
  readonly chosen: Answers = {};
  /** The routes that were submitted or left. */
  readonly seen = new Set<Route>();
  /** What went wrong in the page: errors of the console, of scripts, of files. */
  readonly errors: string[] = [];
  /** The number of answers that were tried again. */
  triedAgain = 0;
  /** Called for every page when it is filled in, before it is submitted. */
  look: (route: Route) => Promise<void> = async () => {};
  #mistakes = 0;
  readonly #pictures: string;

  /** Takes a picture of each kind of page into the folder `pictures`. */
  constructor(driver: WebDriver, server: Server, pictures: string) {
    this.driver = driver;
    this.server = server;
    this.#pictures = pictures;
  }

  /** From the landing page through consent to the first page of the study. */
  async begin(): Promise<void> {
    await this.load('/');
    await this.#leave('/', async () => this.click(await this.css('main a[href="/consent"]')));
    for (const box of await this.all('main input[type=checkbox]')) await this.choose(box);
    await this.#leave('/consent', () => this.press(/^I agree, continue$/));
    await this.#register();
  }

  async #register(): Promise<void> {
    await this.press(/^Register$/);
    await (await this.css('main input[name=username]')).sendKeys(this.username);
    await (await this.css('main input[autocomplete=new-password]')).sendKeys(password);
    await this.#leave('/auth', () => this.press(/^Create account$/));
  }

  /** Continues to the end of the study. */
  async walk(): Promise<void> {
    for (let steps = 0; steps < 400; steps++) {
      const path = await this.path();
      if (path === '/end') return this.#note('/end');
      await this.#step(path);
    }
    throw new Error('not at the end after 400 steps');
  }

  /** Answers and submits the page at `path`, and waits for the next one. */
  #step(path: string): Promise<void> {
    return test.step(path, async () => {
      const route = routeOf(path);
      if (route.endsWith('-questionnaire')) await this.#fillPage();
      else if (/^(\/home|\/flow-.\/question\/\*)$/.test(route)) await this.#judge();
      else if (route === '/control-flow') await this.#rate();
      else if (route === '/flow-a/question/*/followup') {
        await this.choose('main input[type=checkbox]');
      }
      await this.look(route);
      await this.#leave(path, () => this.#goOn(route));
    });
  }

  /** Fills in the present section of the present questionnaire. */
  async #fillPage(): Promise<void> {
    const name = (await this.path()).slice(1).replace('-questionnaire', '');
    const questionnaire = await this.#get('/api/questionnaires/{page}', { path: { page: name } });
    const section = questionnaire.sections[questionnaire.done];
    if (!section) throw new Error(`${name} has no section ${questionnaire.done}`);
    // The instructions of judgements are on a page of their own.
    const [item, ...others] = section.items;
    const isFirst = (section.counter?.number ?? 1) === 1;
    if (item?.kind === 'judgement' && others.length === 0 && section.intro && isFirst) {
      await this.press(/^Start$/);
    }
    const answers = answersTo(section, this.chosen);
    for (const [variable, value] of Object.entries(answers)) await this.#enter(variable, value);
    Object.assign(this.chosen, answers);
  }

  async #enter(variable: string, value: unknown): Promise<void> {
    const controls = `:is([id="${variable}"], [id="${variable}"] *):is(input, select, textarea)`;
    const first = await this.css(controls);
    const type = String(await first.getProperty('type'));
    if (type === 'radio' || type === 'checkbox') {
      for (const one of [value].flat()) await this.choose(`${controls}[value="${one}"]`);
    } else if (type === 'range') {
      await this.#slide(first, Number(value));
    } else {
      await first.sendKeys(String(value));
    }
  }

  /** Moves a slider with the keyboard, from its least value. */
  async #slide(slider: WebElement, value: number): Promise<void> {
    const [min, step] = [await slider.getProperty('min'), await slider.getProperty('step')];
    const steps = Math.round((value - Number(min)) / Number(step));
    await slider.sendKeys(Key.HOME, Key.ARROW_RIGHT.repeat(steps));
  }

  /** Checks a radio button or a checkbox. */
  async choose(control: string | WebElement): Promise<void> {
    const box = typeof control === 'string' ? await this.css(control) : control;
    if (!(await box.isSelected())) await this.click(box);
  }

  /** Clicks an element, or the label that covers it, away from the bars that stay at the top and the bottom. */
  async click(element: WebElement): Promise<void> {
    await (await this.driver.executeScript<WebElement>(targetInView, element)).click();
  }

  /** Chooses the first answer; after a mistake, the remaining one. */
  async #judge(): Promise<void> {
    await this.choose('#answer input:enabled');
    if ((await this.all('#confidence input')).length > 0) {
      await this.choose('#confidence input[value="70"]');
    }
  }

  async #rate(): Promise<void> {
    for (const group of await this.all('main fieldset:has([type=radio])')) {
      const points = await group.findElements(By.css('input[type=radio]'));
      if (points[2]) await this.choose(points[2]);
    }
    for (const slider of await this.all('main input[type=range]')) {
      await slider.sendKeys(Key.ARROW_RIGHT);
    }
  }

  /** Presses the button to continue. After every other mistake the answer is tried again. */
  async #goOn(route: Route): Promise<void> {
    if (route === '/dashboard') return this.press(/^(Start.*|Continue the study)$/);
    await expect.poll(() => this.#named(ON), { message: `${route}: the button` }).not.toBeNull();
    const again = route.endsWith('/incorrect') && (await this.#named(/^Try again( with a hint)?$/));
    if (again && this.#mistakes++ % 2 === 0) {
      this.triedAgain++;
      return this.click(again);
    }
    await this.press(ON);
    // The page holds back an answer to a medium that was not played, and one without a look at the evidence.
    const anyway = await this.#named(/^Answer anyway$/);
    if (anyway) await this.click(anyway);
  }

  /** Performs an action that leads from `path` to the next page, or to the next part of the same page. */
  async #leave(path: string, leads: () => Promise<void>): Promise<void> {
    await this.#note(path);
    const before = await this.driver.executeScript<string>(place);
    await leads();
    await expect
      .poll(() => this.driver.executeScript(place), { message: `the page after ${before}` })
      .not.toBe(before);
    await this.#arrived();
  }

  /** Records a page with its errors and a picture. */
  async #note(path: string): Promise<void> {
    const route = routeOf(path);
    const missing = () => this.driver.executeScript(missingImages);
    await expect.poll(missing, { message: `images of ${path}` }).toEqual([]);
    this.seen.add(route);
    const part = route.endsWith('-questionnaire') ? await this.heading() : '';
    await this.picture(`${route} ${part}`);
    await this.#collectErrors();
  }

  /** Takes a picture of the page if there is none of this name. Numbers do not count. */
  async picture(name: string): Promise<void> {
    const file = join(this.#pictures, `${name.replace(/\W+|\d+/g, '-')}.png`);
    if (existsSync(file)) return;
    await this.driver.executeAsyncScript(painted);
    writeFileSync(file, await this.driver.takeScreenshot(), 'base64');
  }

  /** Loads a page of the study. */
  async load(path: string): Promise<void> {
    await this.driver.get(`${this.server.address}${path}`);
    await this.#arrived();
  }

  async reload(): Promise<void> {
    await this.#collectErrors();
    await this.driver.navigate().refresh();
    await this.#arrived();
  }

  /** Waits until the page is there as a whole, and watches its errors from then on. */
  async #arrived(): Promise<void> {
    await expect(async () => {
      const path = await this.path();
      expect(await this.driver.executeScript(present), path).toEqual(complete(path));
    }).toPass({ timeout: 30_000, intervals: [25, 50, 100] });
    await this.#collectErrors();
  }

  async #collectErrors(): Promise<void> {
    this.errors.push(...(await this.driver.executeScript<string[]>(newErrors)));
  }

  async path(): Promise<string> {
    return new URL(await this.driver.getCurrentUrl()).pathname;
  }

  heading(): Promise<string> {
    return this.driver.executeScript(() => document.querySelector('main h1')?.textContent ?? '');
  }

  /** The first visible element, once there is one. */
  async css(css: string): Promise<WebElement> {
    const find = () => this.driver.executeScript<WebElement | null>(firstVisible, css);
    await expect.poll(find, { message: css }).not.toBeNull();
    return (await find()) as WebElement;
  }

  all(css: string): Promise<WebElement[]> {
    return this.driver.findElements(By.css(css));
  }

  /** Clicks a button, once there is one of that name. */
  async press(name: RegExp): Promise<void> {
    const message = `${await this.path()}: the button ${name}`;
    await expect.poll(() => this.#named(name), { message }).not.toBeNull();
    await this.click((await this.#named(name)) as WebElement);
  }

  /** The first visible button of that name, preferably in the page's main part. */
  #named(name: RegExp): Promise<WebElement | null> {
    return this.driver.executeScript(buttonNamed, name.source);
  }

  /** Reads from the API with the participant's token. */
  async #get<P extends Path<'get'>>(
    path: P,
    ...input: OptionalIfEmpty<Parameters<P>>
  ): Promise<Reply<P>> {
    const token = await this.driver.executeScript<string>(() => localStorage.getItem('auth_token'));
    return this.server.as(token)('get', path, ...input);
  }
}

/** What differs between two pages, and between two parts of a page. Runs in the page. */
function place(): string {
  const main = document.querySelector('main');
  const [part] = main?.textContent?.match(/(Section|Clip) \d+ of \d+/) ?? [];
  return [location.pathname, main?.querySelector('h1')?.textContent, part].join(' | ');
}

/** Runs in the page. */
function targetInView(element: HTMLElement): HTMLElement {
  const target = element.closest('label') ?? element;
  target.scrollIntoView({ block: 'center' });
  return target;
}

/** Waits until the page is painted. Runs in the page. */
function painted(done: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(done));
}

/** Images that are not loaded. Runs in the page. */
function missingImages(): string[] {
  const wanted = [...document.images].filter(({ loading }) => loading !== 'lazy');
  return wanted.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src);
}

/** Runs in the page. */
function firstVisible(css: string): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>(css)];
  return all.find((element) => element.checkVisibility()) ?? null;
}

/** Runs in the page. */
function buttonNamed(source: string): HTMLElement | null {
  const name = new RegExp(source);
  const buttons = ['main', 'dialog', 'body'].flatMap((part) => [
    ...document.querySelectorAll<HTMLElement>(`${part} :is(button, [role=tab], [role=menuitem])`),
  ]);
  const named = buttons.filter(
    (button) =>
      button.checkVisibility() &&
      name.test(button.getAttribute('aria-label') ?? button.textContent?.trim() ?? ''),
  );
  return named[0] ?? null;
}

/** The errors since the last call; the first call begins to record them. Runs in the page. */
function newErrors(): string[] {
  const page = window as Window & { recorded?: string[] };
  if (page.recorded) return page.recorded.splice(0);
  const recorded: string[] = [];
  page.recorded = recorded;
  const record = (error: string) => recorded.push(`${location.pathname}: ${error}`);
  const { error } = console;
  console.error = (...values) => {
    record(values.join(' '));
    error(...values);
  };
  const heard = (event: Event) => {
    const { message, reason } = event as ErrorEvent & PromiseRejectionEvent;
    const { src } = event.target as HTMLImageElement;
    record(message ?? String(reason ?? `${src} is not loaded`));
  };
  // In the capture phase, because errors of files do not bubble.
  window.addEventListener('error', heard, true);
  window.addEventListener('unhandledrejection', heard);
  return [];
}
