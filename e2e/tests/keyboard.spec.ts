import type { Page } from '@playwright/test';
import { expect, test } from '../src/fixtures.ts';
import { password } from '../src/participant.ts';

interface Focus {
  tag: string;
  type: string;
  name: string;
  checked: boolean;
  group: boolean;
  empty: boolean;
  visible: boolean;
}

/** What has the focus now. */
function focus(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    const box = element.getBoundingClientRect();
    const radios = document.getElementsByName(element.name) as NodeListOf<HTMLInputElement>;
    return {
      tag: element.tagName,
      type: element.type ?? '',
      name: element.getAttribute('aria-label') ?? element.textContent ?? '',
      checked: element.checked ?? false,
      group: [...radios].some((radio) => radio.checked),
      empty: element.value === '',
      visible: box.width > 0 && box.height > 0,
    };
  });
}

/** Tabs over the page, answers what has the focus, and presses the button that goes on. */
async function byKeyboard(page: Page, words: Record<string, string> = {}): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press('Tab');
    const at = await focus(page);
    expect(at.visible || at.tag === 'BODY').toBe(true);
    if (at.type === 'radio' && !at.group) await page.keyboard.press('Space');
    else if (at.type === 'checkbox' && !at.checked) await page.keyboard.press('Space');
    else if (at.type === 'range') await page.keyboard.press('ArrowRight');
    else if (at.tag === 'SELECT') await page.keyboard.press('ArrowDown');
    else if (at.type === 'date' && at.empty) await page.keyboard.type('03142026');
    else if (at.tag === 'TEXTAREA' && at.empty) await page.keyboard.type('Some words of mine.');
    else if (at.tag === 'INPUT' && at.empty) await page.keyboard.type(words[at.type] ?? '7');
    else if (
      /^(I agree, continue|Create account|Continue|Check my answer|Hand in my answer)$/.test(
        at.name.trim(),
      )
    ) {
      await page.keyboard.press('Enter');
      return;
    }
  }
  throw new Error('no button that goes on was reached by Tab');
}

test('from the landing page into the study with the keyboard alone', async ({ page, server }) => {
  test.slow();
  const path = () => new URL(page.url()).pathname;
  await page.goto(server.address);
  const begin = page.getByRole('main').getByRole('link').last();
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    if (await begin.evaluate((link) => link === document.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/consent');
  await byKeyboard(page);
  await page.waitForURL('**/auth');
  await page
    .getByRole('tab', { name: /Register|Sign in/ })
    .first()
    .focus();
  if (
    (await page.getByRole('tab', { name: 'Register' }).getAttribute('aria-selected')) !== 'true'
  ) {
    await page.keyboard.press('ArrowRight');
  }
  await byKeyboard(page, { text: `keys-${Date.now()}`, password });
  await page.waitForURL('**/pre-questionnaire');
  for (let pages = 0; pages < 12 && path() === '/pre-questionnaire'; pages++) {
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await byKeyboard(page);
    await expect
      .poll(
        async () =>
          path() !== '/pre-questionnaire' ||
          (await page.getByRole('heading', { level: 1 }).textContent()) !== title,
      )
      .toBe(true);
  }
  await page.waitForURL('**/home');
  await byKeyboard(page);
  await page.waitForURL(/home-(right|wrong)/);
});
