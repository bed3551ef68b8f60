/** An arm with several blocks on the same page: the page shows the next one when the last one is done. */
import { rmSync } from 'node:fs';
import { ApiUser } from '../src/api-user.ts';
import { adopt, test as base, expect, nextIs, registered } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import { arrived, visit } from '../src/routes.ts';
import { overlaid, Server } from '../src/server.ts';

const test = base.extend<object, { blocks: Server }>({
  blocks: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const study = overlaid('blocks');
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
  test(`a page shows one block after the other, ${width} px`, async ({ page, blocks }) => {
    await page.setViewportSize({ width, height });
    nextIs(blocks, 'booster' as Parameters<typeof nextIs>[1]);
    const api = new ApiUser(blocks, await registered(blocks));
    const participant = new Participant(page, blocks);
    await adopt(participant, api.tokens);
    await api.walk((path) => path === '/treatment-questionnaire');

    // Two questionnaires.
    await visit(page, blocks, '/treatment-questionnaire');
    await participant.submit();
    await expect(page.locator('h1')).toHaveText('A short break');
    await expect(page.locator('h1')).toBeFocused();
    await participant.submit();
    await arrived(page, '/dashboard');

    // Two Flow Bs.
    for (let state = await api.position(); state.nextState !== '/dashboard'; ) {
      state = await api.step(state);
    }
    await page.reload();
    await arrived(page, '/dashboard');
    const start = page.getByRole('main').getByRole('button', { name: /^Start/ });
    await expect(start).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue the study' }).click();
    await expect(start).not.toHaveCount(0);
    await start.first().click();
    await page.waitForURL(/flow-b\/start/);

    // An open page would follow each move.
    await page.goto('about:blank');
    await api.walk((path) => path === '/end');
    await visit(page, blocks, '/end');
  });
}
