import { expect, type Page } from '@playwright/test';
import { ON } from './participant.ts';

/** What has the focus. */
interface Stop {
  /** The same for the same control: its place among all that had the focus, or its group of radios. */
  key: string;
  kind: string;
  /** Under which its value is handed in. */
  field: string;
  label: string;
  /** Something of its group is chosen, or something is written in it. */
  answered: boolean;
  /** It can be seen that it has the focus. A slider shows it on its thumb, which no style tells. */
  seen: boolean;
  /** Belongs to a message, and not to the page's own way on. */
  message: boolean;
}

/** Every clip has turned out to play or not: one that does not takes its controls along. */
function clipsKnown(): boolean {
  const frames = [...document.querySelectorAll('figure:has(video)')];
  return frames.every((frame) => {
    const ready = (frame.querySelector('video')?.readyState ?? 0) > 0;
    return ready || frame.querySelector('[role=alert]') !== null;
  });
}

/** Works a page by keys alone, and holds every stop to showing that it has the focus. */
export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** One press of Tab; what has the focus then. */
  async tab(back = false): Promise<Stop> {
    await this.page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    const stop = await this.page.evaluate(stopNow);
    if (stop.kind !== 'BODY' && stop.kind !== 'range') {
      expect(stop.seen, `the focus is seen on ${stop.kind} "${stop.label}"`).toBe(true);
    }
    return stop;
  }

  /** Tabs to the first stop that is wanted. */
  async to(wanted: (stop: Stop) => boolean, back = false): Promise<Stop> {
    for (let presses = 0; presses < 300; presses++) {
      const stop = await this.tab(back);
      if (wanted(stop)) return stop;
    }
    throw new Error('Tab does not lead there');
  }

  /** Tabs to a button or link and presses it. */
  async press(label: RegExp): Promise<void> {
    await this.to((stop) => !stop.message && label.test(stop.label));
    await this.page.keyboard.press('Enter');
  }

  /** Answers whatever Tab comes to, and presses the button that leads on. */
  async answer(words: Record<string, string> = {}): Promise<void> {
    for (let presses = 0; presses < 300; presses++) {
      const stop = await this.tab();
      if (!stop.message && ON.test(stop.label)) return this.page.keyboard.press('Enter');
      await this.fill(stop, words);
    }
    throw new Error('Tab does not lead to a button that leads on');
  }

  private async fill(stop: Stop, words: Record<string, string>): Promise<void> {
    const { keyboard } = this.page;
    if (stop.kind === 'range') return keyboard.press('ArrowRight');
    if (stop.answered) return;
    if (stop.kind === 'select-one') return keyboard.press('ArrowDown');
    if (stop.kind === 'radio' || stop.kind === 'checkbox') return keyboard.press('Space');
    if (stop.kind === 'date') return keyboard.type('03142026');
    if (/^(text|password|number|textarea)$/.test(stop.kind)) {
      await keyboard.type(words[stop.field] ?? '7');
    }
  }

  /** Goes once round and stays where it was: nothing holds the focus, all is reached, and shows it. */
  async round(): Promise<void> {
    await this.page.waitForFunction(clipsKnown);
    const before = (await this.page.evaluate(allStops)).map(({ what }) => what);
    const first = await this.tab();
    const reached = new Set([first.key]);
    let presses = 0;
    for (let at = await this.tab(); at.key !== first.key || reached.size === 1; ) {
      reached.add(at.key);
      if (presses++ === 300) break;
      if (at.kind === 'range') await this.expectThumb();
      at = await this.tab();
    }
    const all = await this.page.evaluate(allStops);
    const missed = all.filter(({ key }) => !reached.has(key));
    // A clip that turned out not to play has taken its controls along, and the focus with them.
    const changed = all.length !== before.length || all.some(({ what }, i) => what !== before[i]);
    if (changed && (missed.length > 0 || presses > 300)) return this.round();
    expect(presses, 'Tab comes round').toBeLessThan(300);
    expect(missed, 'Tab reaches every control').toEqual([]);
    await this.tab(true);
  }

  /** A slider looks another way while it has the focus; one that has gone with its clip has no look. */
  private async expectThumb(): Promise<void> {
    const slider = (
      await this.page.evaluateHandle(() => document.activeElement as HTMLElement)
    ).asElement();
    const look = () => slider.screenshot({ animations: 'disabled' }).catch(() => null);
    const focused = await look();
    await slider.evaluate((one) => one.blur());
    const plain = await look();
    await slider.focus();
    const gone = await slider.evaluate((one) => !one.isConnected || one.tagName !== 'INPUT');
    if (gone) return;
    expect(focused?.equals(plain as Buffer), 'a slider shows that it has the focus').toBe(false);
  }
}

declare global {
  interface Window {
    /** Every control that was named so far. */
    stops?: Element[];
  }
}

/** What has the focus now. Runs in the page. */
function stopNow(): Stop {
  window.stops ??= [];
  const stops = window.stops;
  const element = document.activeElement as HTMLInputElement;
  const { tagName, type, name, value } = element;
  const chooses = type === 'radio' || type === 'checkbox';
  if (!stops.includes(element)) stops.push(element);
  const ring = (one: Element | null) => {
    if (!one) return false;
    const { opacity, outlineStyle, outlineWidth } = getComputedStyle(one);
    return opacity !== '0' && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };
  const { top, bottom, width } = element.getBoundingClientRect();
  const inView = width > 0 && bottom > 0 && top < window.innerHeight;
  const group = [...document.getElementsByName(name ?? '')] as HTMLInputElement[];
  return {
    key: type === 'radio' ? `radios ${name}` : `${stops.indexOf(element)}`,
    kind: type || (element === document.body ? 'BODY' : tagName),
    field: name || element.id,
    label: (
      element.ariaLabel ||
      element.labels?.[0]?.textContent ||
      element.textContent ||
      ''
    ).trim(),
    answered: chooses ? group.some(({ checked }) => checked) : Boolean(value),
    // Choices lie invisibly over their card, and the card shows it. What the browser has put into a
    // control, as the button of a date's calendar, has the browser's own ring.
    seen:
      inView &&
      (ring(element) ||
        (chooses && ring(element.nextElementSibling)) ||
        (type === 'date' && !element.matches(':focus'))),
    message: element.closest('[role=alert]') !== null,
  };
}

/** All that Tab must reach: within the dialog if one is open. Runs in the page. */
function allStops(): { key: string; what: string }[] {
  window.stops ??= [];
  const stops = window.stops;
  const root = document.querySelector('dialog[open]') ?? document;
  const found = root.querySelectorAll<HTMLInputElement>(
    'a[href], button, input, select, textarea, summary, [tabindex]',
  );
  return [...found]
    .filter((one) => one.tabIndex >= 0 && !one.disabled)
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => ({
      key: one.type === 'radio' ? `radios ${one.name}` : `${stops.indexOf(one)}`,
      what: one.outerHTML.slice(0, 200),
    }));
}
