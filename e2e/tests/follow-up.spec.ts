/** The example's second part: from `/` to the second `/end`, for somebody who agrees to it, in both languages. */
import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { test as base, expect, jump, nextIs } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import { arrived } from '../src/routes.ts';
import { bundles, Server } from '../src/server.ts';

const test = base.extend<object, { example: Server }>({
  example: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const server = await Server.start(bundles.example);
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
});

const pictures = process.env.UNMASK_PICTURES;

async function picture(page: Page, name: string, open = async () => {}): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  for (const language of ['en', 'de']) {
    await page.evaluate((tag) => localStorage.setItem('locale', tag), language);
    await page.reload();
    await page.waitForLoadState('networkidle');
    await open();
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      await page.screenshot({
        path: `${pictures}/${name}-${language}-${theme}.png`,
        fullPage: true,
      });
    }
  }
  await page.evaluate(() => localStorage.setItem('locale', 'en'));
  await page.reload();
}

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`who agrees to the second part gets the debrief after it, ${width} px`, async ({
    page,
    browser,
    example,
  }) => {
    await page.setViewportSize({ width, height });
    const participant = new Participant(page, example);
    participant.comesBack = true;
    if (width < 400) {
      await jump(participant, 'control_0', '/end');
    } else {
      nextIs(example, 'control_0');
      const seen: string[] = [];
      participant.look = async () => {
        seen.push((await page.getByRole('main').textContent()) ?? '');
      };
      await participant.begin();
      await participant.walk();
      expect(seen.join()).not.toContain('What we wanted to know');
    }
    await expect(page.locator('h1')).toHaveText('Thank you. That was the first part');
    const next = page.getByRole('region', { name: 'What comes next' });
    await expect(next).toContainText('Second part');
    await expect(page.getByRole('heading', { name: 'What you have seen' })).toHaveCount(0);
    await expect(page.getByText('ORALT-7Q4M')).toBeVisible();
    await picture(page, `waiting-${width}`);

    example.change('update participant_wave set opens_at = 1');
    const other = await browser.newContext({ viewport: { width, height } });
    const later = await other.newPage();
    const again = new Participant(later, example);
    again.username = participant.username;
    await later.goto(`${example.address}/auth`);
    await again.signIn();
    await arrived(later, '/end');
    await picture(later, `open-${width}`);
    await later.getByRole('button', { name: 'Begin now' }).click();
    await arrived(later, '/post-questionnaire');
    await expect(later.getByRole('main')).toContainText('Twelve new clips');
    await picture(later, `second-${width}`);
    await again.walk();
    await expect(later.getByRole('main')).toContainText('both parts of the study');
    await expect(later.getByRole('heading', { name: 'What you have seen' })).toBeVisible();
    await expect(later.getByText('ORALT-3B9W')).toBeVisible();
    const result = later.getByRole('region', { name: 'Your result' });
    await expect(result.getByRole('listitem').nth(2)).toHaveText(/^Later part \d+ of 12$/);
    await picture(later, `end-${width}`);
    await other.close();
  });

  test(`who misses the second part gets the debrief on the last page, ${width} px`, async ({
    page,
    example,
  }) => {
    await page.setViewportSize({ width, height });
    const participant = new Participant(page, example);
    participant.comesBack = true;
    await jump(participant, 'control_0', '/end');
    example.change('update participant_wave set opens_at = 1, closes_at = 2');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'What this study was about' })).toBeVisible();
    // It is the last page already, and not all of the study was completed.
    await expect(page.getByRole('main')).not.toContainText(/completed the study|last page/);
    await expect(page.getByRole('heading', { name: 'What you have seen' })).toBeVisible();
    await expect(page.getByText('ORALT-7Q4M')).toBeVisible();
    await picture(page, `missed-${width}`);
  });

  test(`who declines the second part gets the debrief at once, ${width} px`, async ({
    page,
    example,
  }) => {
    await page.setViewportSize({ width, height });
    const participant = new Participant(page, example);
    participant.comesBack = true;
    await jump(participant, 'control_0', '/end');
    const main = page.getByRole('main');
    const ask = async () => {
      const name = /^(I will not take part again|Ich nehme nicht mehr teil)$/;
      await main.getByRole('button', { name }).first().click();
    };
    await picture(page, `declining-${width}`, ask);
    await ask();
    const dialog = page.getByRole('dialog', { name: 'Not take part again?' });
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await expect(page.locator('h1')).toHaveText('Thank you. That was the first part');
    await ask();
    await dialog.getByRole('button', { name: 'I will not take part again' }).click();
    await expect(page.getByRole('heading', { name: 'What this study was about' })).toBeVisible();
    await expect(page.locator('h1')).toBeFocused();
    await expect(main).not.toContainText(/completed the study|last page/);
    await expect(page.getByRole('heading', { name: 'What you have seen' })).toBeVisible();
    await expect(page.getByText('ORALT-7Q4M')).toBeVisible();
    const parts = page.getByRole('region', { name: 'Later parts' });
    await expect(parts).toContainText('You decided not to take part');
    await expect(parts.getByRole('button')).toHaveCount(0);
    await picture(page, `declined-${width}`);
    await page.goto(`${example.address}/profile`);
    await expect(parts).toContainText('You decided not to take part');
    await expect(main).not.toContainText('all done');
  });
}
