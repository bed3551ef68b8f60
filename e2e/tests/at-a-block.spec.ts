/** Participants who are allocated after the first questionnaire. */
import { rmSync } from 'node:fs';
import { test as base, expect } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import { visit } from '../src/routes.ts';
import { overlaid, Server } from '../src/server.ts';

const test = base.extend<object, { late: Server }>({
  late: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const study = overlaid('screening', 'at-a-block');
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
  test(`from / to /end, with an arm from the block on, ${width} px`, async ({ page, late }) => {
    await page.setViewportSize({ width, height });
    const participant = new Participant(page, late);
    await participant.begin();
    const group = async () => (await participant.get('/api/users/profile')).groupType;
    expect(await group()).toBeNull();
    await visit(page, late, '/profile');
    // There is progress, and no message that the study is full.
    await expect(page.getByText(/^Step 1 of \d+/)).toBeVisible();
    await expect(page.getByRole('heading', { name: /full/ })).toBeHidden();
    await visit(page, late, '/pre-questionnaire');
    await participant.walk((path) => path === '/home');
    const own = await group();
    expect(own).toMatch(/^(control_0|treatment_[01])$/);
    await participant.walk();
    expect(await group()).toBe(own);
    await expect(page.getByText('BLOCK-DONE')).toBeVisible();
  });
}
