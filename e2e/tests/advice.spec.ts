/** Judgements before and after advice, from the first post to `/end`, and the stage of each answer in the data. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../src/data-package.ts';
import { test as base, expect, nextIs } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';
import { Participant } from '../src/participant.ts';
import { design, Server, titled } from '../src/server.ts';

const test = base.extend<object, { advised: Server }>({
  advised: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const study = titled(design('machine-advice'));
      const server = await Server.start(study);
      await use(server);
      await server.remove();
      rmSync(study, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

for (const [width, height, colorScheme] of [
  [360, 740, 'dark'],
  [1280, 800, 'light'],
] as const) {
  test(`the advice follows an answer, and another answer follows it, ${width} px`, async ({
    browser,
    advised,
  }, info) => {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    const participant = new Participant(page, advised);
    nextIs(advised, 'advised');
    await participant.begin('/');
    await participant.walk((path) => path === '/post-questionnaire');
    await participant.readInstructions();
    const advice = page.getByRole('heading', { name: /^The program says/ });
    await page.getByRole('radio', { name: 'Altered' }).check();
    await page.locator('input[value="70"]').check();
    await expect(advice).toHaveCount(0);
    await participant.goOn();
    await expect(advice).toBeVisible();
    await expect(page.getByText('You answered: Altered (70%)')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    // Nothing is chosen for them.
    await expect(page.locator('main input:checked')).toHaveCount(0);
    await info.attach('advice', { body: await page.screenshot(), contentType: 'image/png' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await page.reload();
    await expect(advice).toBeVisible();
    await clean(page, 'a judgement after advice');
    await page.setViewportSize({ width, height });

    await participant.walk();
    const { code } = await participant.get('/api/users/profile');
    const folder = join(advised.folder, `package-${width}`);
    await advised.run('export', folder, '--csv', '--reason', 'a test');
    const judged = table(folder, 'submissions').filter(
      (row) => row.participant_id === code && row.submission?.startsWith('post/clips/'),
    );
    const stages = judged.map((row) => row.stage).sort();
    expect(stages).toEqual([...Array(4).fill('final'), ...Array(4).fill('initial')]);
    await page.close();
  });
}
