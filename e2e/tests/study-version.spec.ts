/** The console compares the study folder with the active version, activates it, and uploads a changed one. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dialog, logged, open, there } from '../src/console.ts';
import { adopt, test as base, expect, registered } from '../src/fixtures.ts';
import { clean, wear } from '../src/looks.ts';
import { Participant } from '../src/participant.ts';
import { overlaid, Server } from '../src/server.ts';
import { unzip, zip } from '../src/zip.ts';

type Site = { folder: string; server: Server };

const test = base.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  site: async ({}, use) => {
    const folder = overlaid();
    const server = await Server.start(folder);
    await use({ folder, server });
    await server.remove();
    rmSync(folder, { recursive: true });
  },
});

function edit({ folder }: Site, file: string, from: string, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(path, text.replace(from, to));
}

const pictures = process.env.UNMASK_PICTURES;

/** The section in both languages, themes and sizes. */
async function picture(page: Page, name: string): Promise<void> {
  const sizes = [
    [360, 740],
    [1280, 800],
  ] as const;
  for (const locale of ['en', 'de']) {
    await page.evaluate((tag) => localStorage.setItem('locale', tag), locale);
    await page.reload();
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const heading = locale === 'en' ? 'Study version' : 'Version der Studie';
      const section = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
      await expect(section.getByRole('definition').first()).toBeVisible();
      const [wide, shown] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        innerWidth,
      ]);
      expect(wide, `${name}-${locale}-${width}`).toBe(shown);
      if (!pictures) continue;
      mkdirSync(pictures, { recursive: true });
      for (const theme of ['light', 'dark'] as const) {
        await wear(page, theme);
        await section.screenshot({ path: `${pictures}/${name}-${locale}-${width}-${theme}.png` });
      }
    }
  }
  await page.evaluate(() => localStorage.setItem('locale', 'en'));
  await page.reload();
  await there(page, 'Study');
}

test('a changed folder is activated, and a broken one shows its errors', async ({ page, site }) => {
  const { server, folder } = site;
  await adopt(new Participant(page, server), await server.signIn());
  await open(page, server, '/study', 'Study');
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Study version', exact: true }) });
  const compare = () => section.getByRole('button', { name: 'Compare again' }).click();
  await expect(section.getByText('is the active version')).toBeVisible();
  await expect(section.getByRole('button', { name: /^Activate/ })).toHaveCount(0);
  await picture(page, 'active');

  // Broken: what is wrong, where, and the way out.
  edit(site, 'study.yaml', 'title:', 'titel:');
  await compare();
  await expect(section.getByText('can’t be activated', { exact: true })).toBeVisible();
  await expect(section.getByText(/^study\.yaml:\d+:\d+$/).first()).toBeVisible();
  await expect(section.getByText(/titel/).first()).toBeVisible();
  await expect(section.getByText('Participants continue with the active version.')).toBeVisible();
  await clean(page, 'a broken study folder');
  await picture(page, 'broken');
  renameSync(folder, `${folder}-elsewhere`);
  await compare();
  await expect(section.getByText(/can't read the study folder/)).toBeVisible();
  renameSync(`${folder}-elsewhere`, folder);
  edit(site, 'study.yaml', 'titel:', 'title:');

  // Only words: for everyone.
  edit(site, 'questionnaires/pre.yaml', 'title: About you', 'title: First of all');
  await compare();
  await expect(section.getByText('questionnaires/pre.yaml: 1 line differs')).toBeVisible();
  await picture(page, 'words');
  await section.getByRole('button', { name: 'Activate for everyone (wording only)' }).click();
  await dialog(page).getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(page.getByText('The new version is active.')).toBeVisible();
  await expect(section.getByText('is the active version')).toBeVisible();
  await expect(section.getByText('wording only', { exact: true })).toBeVisible();

  // The design of a trial that has begun: only with a reason, and only of what was compared.
  await registered(server);
  const steps = '      - /treatment-questionnaire\n      - /control-flow\n';
  edit(site, 'study.yaml', steps, '      - /control-flow\n');
  await compare();
  await expect(
    section.getByText('1 participant has a slot, and the design changes.'),
  ).toBeVisible();
  await expect(section.getByRole('button', { name: /wording only/ })).toHaveCount(0);
  await clean(page, 'a changed study folder');
  await picture(page, 'design');
  await expect(section.getByText('differs', { exact: true })).toBeVisible();
  edit(site, 'study.yaml', 'minutes: 10', 'minutes: 11');
  const activate = section.getByRole('button', { name: 'Activate for new participants' });
  await activate.click();
  const button = dialog(page).getByRole('button', { name: 'Activate', exact: true });
  await button.click();
  await expect(dialog(page).getByText('Please give a reason.')).toBeVisible();
  await clean(page, 'activating a study folder');
  await dialog(page).getByLabel('Reason').fill('The page was wrong');
  await button.click();
  await expect(dialog(page).getByText(/has changed since you compared them/)).toBeVisible();
  await expect(section.getByText('study.yaml: 2 lines differ')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await activate.click();
  await dialog(page).getByLabel('Reason').fill('The page was wrong');
  await button.click();
  await expect(section.getByText('is the active version')).toBeVisible();
  await expect(section.getByText('The page was wrong')).toBeVisible();
  expect(logged(server)).toContain('The page was wrong');
});

test('a folder is downloaded, changed, uploaded, activated and put back', async ({
  page,
  site,
}) => {
  const { server, folder } = site;
  await adopt(new Participant(page, server), await server.signIn());
  await open(page, server, '/study', 'Study');
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Study version', exact: true }) });
  await expect(section.getByText('is the active version')).toBeVisible();
  const saving = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download without media' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('small.zip');
  const files = unzip(readFileSync(await saved.path()));
  expect([...files.keys()].filter((name) => name.startsWith('media/'))).toEqual([]);
  const change = (file: string, from: string, to: string) => {
    const text = files.get(file)?.toString() ?? '';
    expect(text).toContain(from);
    files.set(file, Buffer.from(text.replace(from, to)));
  };
  const upload = () =>
    section.locator('input[type=file]').setInputFiles({
      name: 'small.zip',
      mimeType: 'application/zip',
      buffer: zip(files),
    });

  // With an error: what is wrong, where, and nothing changes.
  change('study.yaml', 'title:', 'titel:');
  await upload();
  await expect(section.getByText('The folder was not uploaded.')).toBeVisible();
  await expect(section.getByText(/^study\.yaml:\d+:\d+$/).first()).toBeVisible();
  await expect(section.getByText('is the active version')).toBeVisible();
  await expect(section.getByRole('button', { name: /^Put the former folder/ })).toHaveCount(0);
  await clean(page, 'a rejected upload');
  await picture(page, 'rejected-upload');
  expect(readFileSync(join(folder, 'study.yaml'), 'utf8')).not.toContain('titel:');

  // Corrected and changed: it is the folder now, and is activated as usual.
  change('study.yaml', 'titel:', 'title:');
  change('questionnaires/pre.yaml', 'title: About you', 'title: First of all');
  await upload();
  await expect(page.getByText(/^The folder is on the server, with \d+ media/)).toBeVisible();
  await expect(section.getByText('questionnaires/pre.yaml: 1 line differs')).toBeVisible();
  await clean(page, 'an uploaded study folder');
  await section.getByRole('button', { name: 'Activate for everyone (wording only)' }).click();
  await dialog(page).getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(section.getByText('is the active version')).toBeVisible();

  // And back.
  await section.getByRole('button', { name: /^Put the former folder back/ }).click();
  await clean(page, 'putting the former folder back');
  await dialog(page).getByRole('button', { name: 'Put back', exact: true }).click();
  await expect(page.getByText(/^The former folder is back/)).toBeVisible();
  await expect(section.getByText('questionnaires/pre.yaml: 1 line differs')).toBeVisible();
  expect(readFileSync(join(folder, 'questionnaires/pre.yaml'), 'utf8')).toContain('About you');
  rmSync(`${folder}.before`, { recursive: true });
});
