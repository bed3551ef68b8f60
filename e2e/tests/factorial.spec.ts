/** A 2 × 2 × 3 factorial design: participants of some cells, from `/` to `/end`. */
import { rmSync } from 'node:fs';
import { test as base, expect } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import { visit } from '../src/routes.ts';
import { overlaid, Server } from '../src/server.ts';

const test = base.extend<object, { cells: Server }>({
  cells: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const study = overlaid('factorial');
      const server = await Server.start(study);
      await use(server);
      await server.remove();
      rmSync(study, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

/** What participants of a cell read, by level. */
const words: Record<string, RegExp> = {
  plain: /Look at each post before you judge it/,
  warm: /We would be glad if you took a moment/,
  firm: /Never judge a post without looking at it twice/,
};

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`from / to /end with the words of the own cell, ${width} px`, async ({ page, cells }) => {
    await page.setViewportSize({ width, height });
    const participant = new Participant(page, cells);
    await participant.begin();
    const arm = (await participant.get('/api/users/profile')).groupType ?? '';
    const [label, prebunk, tone] = arm.split('_') as [string, string, string];
    await participant.walk((path) => path === '/treatment-questionnaire');
    await visit(page, cells, '/treatment-questionnaire');
    for (const [level, text] of Object.entries(words)) {
      await expect(page.getByText(text)).toHaveCount(level === tone ? 1 : 0);
    }
    await expect(page.getByText('How friendly was this advice?')).toHaveCount(
      tone === 'plain' ? 0 : 1,
    );
    const seen = new Set<string>();
    await participant.walk((path) => {
      seen.add(path);
      return path === '/end';
    });
    expect(seen.has('/flow-a/start')).toBe(prebunk === 'video');
    await visit(page, cells, '/end');
    await expect(page.getByText('CELLS-DONE')).toBeVisible();
    await expect(page.getByText('Some posts had a label.')).toHaveCount(label === 'shown' ? 1 : 0);
  });
}
