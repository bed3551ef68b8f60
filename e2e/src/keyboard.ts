import { expect, type Page } from '@playwright/test';
import { ON } from './participant.ts';
import { anyway } from './unseen.ts';

/** The focused element. */
interface Stop {
  /** Identifies a control: its index among all focused ones, or its group of radio buttons. */
  key: string;
  kind: string;
  /** The name of its value in the form. */
  field: string;
  label: string;
  /** Whether an option of its group is selected, or its text is not empty. */
  answered: boolean;
  /** Whether the focus is visible. A slider shows it on its thumb, which computed styles do not include. */
  seen: boolean;
  /** Whether it is entirely under something else, such as a sticky bar (WCAG 2.2, 2.4.11). */
  covered: boolean;
  /** Whether it belongs to a message, not to the page. */
  message: boolean;
}

/** Waits until every clip is known to play or not, because one that fails removes its controls. */
function clipsKnown(): boolean {
  const frames = [...document.querySelectorAll('figure:has(video)')];
  return frames.every((frame) => {
    const ready = (frame.querySelector('video')?.readyState ?? 0) > 0;
    return ready || frame.querySelector('[role=alert]') !== null;
  });
}

/** Operates a page by keyboard only, and checks that every stop shows the focus. */
export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses Tab; returns the focused element. */
  async tab(back = false): Promise<Stop> {
    await this.page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    const stop = await this.page.evaluate(stopNow);
    expect(stop.covered, `something covers ${stop.kind} "${stop.label}"`).toBe(false);
    if (stop.kind !== 'BODY' && stop.kind !== 'range') {
      expect(stop.seen, `the focus is seen on ${stop.kind} "${stop.label}"`).toBe(true);
    }
    return stop;
  }

  /** Tabs to the first stop that `wanted` accepts. */
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

  /** Answers all controls in tab order, and presses the button to continue. */
  async answer(words: Record<string, string> = {}): Promise<void> {
    for (let presses = 0; presses < 300; presses++) {
      const stop = await this.tab();
      if (!stop.message && ON.test(stop.label)) {
        await this.page.keyboard.press('Enter');
        return this.answerAnyway();
      }
      await this.fill(stop, words);
    }
    throw new Error('Tab does not lead to a button that leads on');
  }

  /** Submits again if the page has held the answer back. */
  private async answerAnyway(): Promise<void> {
    if (!(await anyway(this.page).isVisible())) return;
    await this.to(({ label }) => label === 'Answer anyway');
    await this.page.keyboard.press('Enter');
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

  /**
   * Tabs through the whole page, forwards or back, to the start: no control traps the focus, all are reached and show
   * it, and none is covered.
   */
  async round(back = false): Promise<void> {
    await this.page.waitForFunction(clipsKnown);
    const before = (await this.page.evaluate(allStops)).map(({ what }) => what);
    const first = await this.tab(back);
    const reached = new Set([first.key]);
    let presses = 0;
    for (let at = await this.tab(back); at.key !== first.key || reached.size === 1; ) {
      reached.add(at.key);
      if (presses++ === 300) break;
      if (at.kind === 'range') await this.expectThumb();
      at = await this.tab(back);
    }
    const all = await this.page.evaluate(allStops);
    const missed = all.filter(({ key }) => !reached.has(key));
    // A clip that failed has removed its controls, and the focus with them.
    const changed = all.length !== before.length || all.some(({ what }, i) => what !== before[i]);
    if (changed && (missed.length > 0 || presses > 300)) return this.round(back);
    expect(presses, 'Tab comes round').toBeLessThan(300);
    expect(missed, 'Tab reaches every control').toEqual([]);
    await this.tab(!back);
  }

  /**
   * Expects that a slider looks different while it is focused. A slider that was removed with its clip has no
   * appearance.
   */
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
    /** All controls that have a name so far. */
    stops?: Element[];
  }
}

/** The focused element. Runs in the page. */
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
  const { top, bottom, left, width, height } = element.getBoundingClientRect();
  const inView = width > 0 && bottom > 0 && top < window.innerHeight;
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const points = parts.flatMap((x) => parts.map((y) => [left + x * width, top + y * height]));
  const isOnTop = ([x = 0, y = 0]: number[]) => {
    const hit = document.elementFromPoint(x, y);
    const whole = element.closest('label') ?? element;
    return hit !== null && (whole.contains(hit) || hit.contains(element));
  };
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
    // Choices are invisible on top of their card, and the card shows the focus. The browser's own parts of a control,
    // such as the button of a date's calendar, have the browser's focus ring.
    seen:
      inView &&
      (ring(element) ||
        (chooses && ring(element.nextElementSibling)) ||
        (type === 'date' && !element.matches(':focus'))),
    covered: !points.some(isOnTop),
    message: element.closest('[role=alert]') !== null,
  };
}

/** All controls that Tab must reach; only those of the dialog if one is open. Runs in the page. */
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
