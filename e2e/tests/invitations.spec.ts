/** The address for invitations to a second part, the e-mail, and what its links lead to. */
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { adopt, test as base, expect } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import { overlaid, Server } from '../src/server.ts';

/** A mail server that keeps what it gets. */
function mailServer() {
  const letters: string[] = [];
  const server = createServer((socket) => {
    let letter: string[] | null = null;
    socket.write('220 mail\r\n');
    let rest = '';
    socket.on('data', (bytes) => {
      const lines = (rest + bytes).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (letter && line !== '.') letter.push(line);
        else if (letter) {
          letters.push(letter.join('\n'));
          letter = null;
          socket.write('250 accepted\r\n');
        } else if (line === 'DATA') {
          letter = [];
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  const listening = new Promise<number>((done) => {
    server.listen(0, '127.0.0.1', () => {
      const at = server.address();
      done(typeof at === 'object' && at ? at.port : 0);
    });
  });
  return { letters, listening, close: () => server.close() };
}

type Site = { server: Server; letters: string[] };

const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const study = overlaid('two-waves', 'invitations');
      const mail = mailServer();
      const server = await Server.start(study, {
        UNMASK_SMTP_URL: `smtp://127.0.0.1:${await mail.listening}`,
        UNMASK_PUBLIC_URL: 'https://study.example.org',
      });
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
      document.documentElement.dataset['theme'] = theme;
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
    await expect.poll(() => letters.filter((letter) => letter.includes(address)).length).toBe(1);
    const letter = (letters.find((one) => one.includes(address)) ?? '')
      .replace(/=\n/g, '')
      .replace(/=3D/g, '=');
    const path = (pattern: RegExp) => pattern.exec(letter)?.[1] ?? 'missing';

    // On another device, the link fills in the name and signs nobody in.
    const other = await browser.newContext({ viewport: { width, height } });
    const later = await other.newPage();
    await later.goto(server.address + path(/example\.org(\/auth\?invitation=[\w-]+)/));
    await expect(later.locator('input[name=username]').first()).toHaveValue(participant.username);

    // Opening the page changes nothing; its button does.
    await later.goto(server.address + path(/example\.org(\/unsubscribe\/[\w-]+)/));
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
  for (const [locale, heading, failures] of [
    ['en', 'Invitations by e-mail', 'Some e-mails could not be sent.'],
    ['de', 'Einladungen per E\u2011Mail', 'Einige E\u2011Mails konnten nicht verschickt werden.'],
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
      await context.close();
    }
  }
});
