/** The address for invitations to a second part, the e-mail, and what its links lead to. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { downloaded } from '../src/download.ts';
import { adopt, test as base, expect } from '../src/fixtures.ts';
import { type Letter, MailServer } from '../src/mail-server.ts';
import { Participant } from '../src/participant.ts';
import { overlaid, Server } from '../src/server.ts';

type Site = { server: Server; letters: Letter[] };

const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const study = overlaid('two-waves', 'invitations');
      const mail = new MailServer();
      const server = await Server.start(study, await mail.settings());
      await use({ server, letters: mail.letters });
      await server.remove();
      mail.close();
      rmSync(study, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

const pictures = process.env.UNMASK_PICTURES;

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
    }, colorScheme);
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png`, fullPage: true });
  }
}

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`a participant gives an address and comes back by e-mail, ${width} px`, async ({
    page,
    browser,
    site: { server, letters },
  }) => {
    await page.setViewportSize({ width, height });
    const participant = new Participant(page, server);
    participant.comesBack = true;
    await participant.begin();
    await participant.walk();
    const panel = page.getByRole('region', { name: 'Invitation by e-mail' });
    const field = panel.getByLabel('E-mail address');
    await field.fill('heron');
    await panel.getByRole('button', { name: 'Save address' }).click();
    await expect(panel).toContainText('Enter an e-mail address');
    await picture(page, `end-${width}`);
    const address = `heron-${width}@mail.example.org`;
    await field.fill(address);
    await panel.getByRole('button', { name: 'Save address' }).click();
    await expect(panel.getByRole('button', { name: 'Delete address' })).toBeVisible();
    await page.goto(`${server.address}/profile`);
    await expect(field).toHaveValue(address);
    await picture(page, `profile-${width}`);

    // Days later: the server looks for what is due when it starts.
    server.change('update participant_wave set opens_at = 1');
    server.change("update message set due_at = 1 where message = 'invitation'");
    letters.length = 0;
    await server.down();
    await server.up();
    const own = () => letters.filter((letter) => letter.to.includes(address));
    await expect.poll(() => own().length).toBe(1);
    const letter = own()[0] as Letter;
    expect(letter.defects).toEqual([]);
    expect([letter.encrypted, letter.kind]).toEqual([true, 'multipart/alternative']);
    expect(letter.headers).toMatchObject({
      from: 'Study team <study@example.org>',
      to: address,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    const path = (pattern: RegExp) => pattern.exec(letter.text)?.[1] ?? 'missing';
    const unsubscribe = path(/example\.org(\/unsubscribe\/[\w-]+)/);
    expect(letter.headers['list-unsubscribe']).toBe(`<https://study.example.org${unsubscribe}>`);
    const begin = path(/example\.org(\/auth\?invitation=[\w-]+)/);
    for (const link of [begin, unsubscribe]) {
      expect(letter.html).toContain(`href="https://study.example.org${link}"`);
    }

    // On another device, the link fills in the name and signs nobody in.
    const other = await browser.newContext({ viewport: { width, height } });
    const later = await other.newPage();
    await later.goto(server.address + begin);
    await expect(later.locator('input[name=username]').first()).toHaveValue(participant.username);

    // Opening the page changes nothing; its button does.
    await later.goto(server.address + unsubscribe);
    await picture(later, `unsubscribe-${width}`);
    const invitations = async () => (await participant.get('/api/users/profile')).invitations;
    expect((await invitations())?.unsubscribed).toBe(false);
    await later.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(later.getByRole('status')).toContainText('no more e-mails');
    await picture(later, `unsubscribed-${width}`);
    expect((await invitations())?.unsubscribed).toBe(true);
    await other.close();

    await page.reload();
    await expect(panel).toContainText('You have unsubscribed');
    await panel.getByRole('button', { name: 'Delete address' }).click();
    await expect(field).toHaveValue('');
  });
}

test('the console shows the e-mails by part and message, without addresses', async ({
  page,
  browser,
  site: { server },
}) => {
  const participant = new Participant(page, server);
  participant.comesBack = true;
  await participant.begin();
  await participant.walk();
  await page.getByLabel('E-mail address').fill('wren@mail.example.org');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByRole('button', { name: 'Delete address' })).toBeVisible();
  server.change(
    "update message set last_error = 'the mail server replied 450', attempts = 1 where message = 'invitation'",
  );
  // Somebody whom a panel brought, and whose second part is open.
  server.change(`update participant set recruitment = '{"PROLIFIC_PID":"5f1"}'`);
  server.change('update participant_wave set opens_at = 1');
  for (const [locale, heading, failures, panel, download] of [
    [
      'en',
      'Invitations by e-mail',
      'Some e-mails could not be sent.',
      'Invitations through a panel',
      'Download CSV: Second part',
    ],
    [
      'de',
      'Einladungen per E\u2011Mail',
      'Einige E\u2011Mails konnten nicht verschickt werden.',
      'Einladungen über ein Panel',
      'CSV herunterladen: Second part',
    ],
  ] as const) {
    for (const [width, height] of [
      [360, 740],
      [1280, 800],
    ] as const) {
      const context = await browser.newContext({ viewport: { width, height } });
      const console = await context.newPage();
      await adopt(new Participant(console, server), await server.signIn());
      await console.addInitScript((tag) => localStorage.setItem('locale', tag), locale);
      await console.goto(`${server.address}/admin`);
      const section = console
        .locator('section')
        .filter({ has: console.getByRole('heading', { name: heading, exact: true }) });
      await expect(section.getByText(failures)).toBeVisible();
      const table = section.getByRole('table', { name: 'Second part (follow_up)' });
      await expect(table.getByRole('row')).toHaveCount(4);
      await expect(console.locator('body')).not.toContainText('mail.example.org');
      const size = () => [document.documentElement.scrollWidth, innerWidth];
      const [wide, shown] = await console.evaluate(size);
      expect(wide).toBe(shown);
      await section.scrollIntoViewIfNeeded();
      await picture(console, `console-${locale}-${width}`);
      const due = console
        .locator('section')
        .filter({ has: console.getByRole('heading', { name: panel, exact: true }) });
      await expect(due).not.toContainText('5f1');
      const file = await downloaded(console, due.getByRole('button', { name: download }));
      expect(file.suggestedFilename()).toMatch(/^due-follow_up-[\d-]+\.csv$/);
      const list = readFileSync(await file.path(), 'utf8');
      expect(list).toMatch(/^PROLIFIC_PID,wave,state,opens_on,closes_on\n5f1,follow_up,open,/);
      await context.close();
    }
  }
});
