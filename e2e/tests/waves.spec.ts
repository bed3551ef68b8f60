/** A study with a second part: from `/` to the first `/end`, and on another day to the second one. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import { arrived, visit } from '../src/routes.ts';
import { overlaid, Server } from '../src/server.ts';

const test = base.extend<object, { waves: Server }>({
  waves: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const study = overlaid('two-waves');
      const server = await Server.start(study);
      await use(server);
      await server.remove();
      rmSync(study, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`participants come back for the second part, ${width} px`, async ({
    page,
    browser,
    waves,
  }) => {
    await page.setViewportSize({ width, height });
    const participant = new Participant(page, waves);
    await participant.begin();
    await participant.walk();
    const next = page.getByRole('region', { name: 'What comes next' });
    await expect(next).toContainText('Second part');
    await expect(next).toContainText(/You can take part from .* takes about 5 minutes/);
    await expect(next.getByRole('button', { name: 'Begin now' })).toHaveCount(0);
    // The right answers wait for the second part.
    await expect(page.getByRole('heading', { name: 'What you have seen' })).toHaveCount(0);
    await page.goto(`${waves.address}/profile`);
    await expect(next).toContainText('Second part');

    // Days later, on another device.
    waves.change('update participant_wave set opens_at = 1');
    const other = await browser.newContext({ viewport: { width, height } });
    const later = await other.newPage();
    const again = new Participant(later, waves);
    again.username = participant.username;
    await later.goto(`${waves.address}/auth`);
    await again.signIn();
    await arrived(later, '/end');
    await later.getByRole('button', { name: 'Begin now' }).click();
    await arrived(later, '/post-questionnaire');
    await expect(later.locator('h1')).toContainText('Since the first part');
    await again.walk();
    await expect(later.locator('h1')).toHaveText('Thank you for coming back');
    await expect(later.getByRole('region', { name: 'What comes next' })).toHaveCount(0);
    await expect(later.getByRole('heading', { name: 'What you have seen' })).toBeVisible();
    await visit(page, waves, '/end');
    await expect(page.locator('h1')).toHaveText('Thank you for coming back');
    await other.close();

    const exported = join(waves.folder, `package-${width}`);
    await waves.run('export', exported, '--reason', 'a test');
    const submissions = readFileSync(
      join(exported, 'data/description-submissions_data.csv'),
      'utf8',
    );
    for (const { receipt } of participant.sent) {
      expect(submissions).toMatch(new RegExp(`^${receipt},[^,]+,main,`, 'm'));
    }
    expect(again.sent.length).toBeGreaterThan(0);
    for (const { receipt } of again.sent) {
      expect(submissions).toMatch(new RegExp(`^${receipt},[^,]+,follow_up,again,`, 'm'));
    }
  });
}
