/** Arms with several blocks on the same pages, from the first page to the last. */
import { rmSync } from 'node:fs';
import { test as base, expect, nextIs } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import { overlaid, participantOf, Server } from '../src/server.ts';

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

/** The blocks of an arm in the order of its submissions. */
const arms: Record<string, string[]> = {
  control: ['pre', 'mood', 'practice', 'control', 'more-ratings', 'post'],
  booster: [
    ...['pre', 'mood', 'practice', 'labels', 'treatment', 'between'],
    ...['flow-b', 'more-posts', 'again', 'post'],
  ],
};

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  for (const [arm, expected] of Object.entries(arms)) {
    test(`${arm} goes from / to /end through all its blocks, ${viewport.width} px`, async ({
      page,
      blocks,
    }) => {
      test.setTimeout(300_000);
      await page.setViewportSize(viewport);
      const participant = new Participant(page, blocks);
      nextIs(blocks, arm);
      await participant.begin();
      await participant.walk();
      const rows = blocks.rows<{ id: string; item: string }>(
        `select id, item from submission where participant = ${participantOf(participant.username)} order by at`,
      );
      expect(participant.sent.map(({ receipt }) => receipt).sort()).toEqual(
        rows.map(({ id }) => id).sort(),
      );
      const seen = rows.map(({ item }) => item.split('/')[0] ?? '');
      expect(seen.filter((block, index) => block !== seen[index - 1])).toEqual(expected);
    });
  }
}
