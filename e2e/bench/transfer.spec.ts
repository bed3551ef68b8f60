/**
 * What a whole participation transfers in each arm, from `/` to `/end` with an empty cache and every clip loaded to its
 * end: bytes on the wire with the headers of the replies. Prints a table; part of `make bench`. `make bench-smoke` goes
 * to `/home` in one arm, to check that it works; no figure makes it fail.
 */
import type { CDPSession } from '@playwright/test';
import { expect, type Group, nextIs, test } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';

const smoke = process.env.RUNS === '1';
const GROUPS: Group[] = smoke ? ['control_0'] : ['control_0', 'treatment_0', 'treatment_1'];
const LAST = smoke ? '/home' : '/end';

/** By the first part of the path; everything else is a page or the app's code. */
const KINDS = { media: /^\/(api\/media|study-media)\//, calls: /^\/api\// };

interface Sums {
  bytes: number;
  requests: number;
}

test('what a participation transfers', async ({ browser, server }) => {
  test.setTimeout(1_800_000);
  console.log('| arm | kind | requests | kB |');
  console.log('|---|---|---|---|');
  for (const group of GROUPS) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const sums = count(await context.newCDPSession(page));
    const participant = new Participant(page, server);
    participant.look = async () => {
      const clips = page.locator('main video');
      for (const clip of await clips.all()) await clip.evaluate(loaded);
    };
    nextIs(server, group);
    await participant.begin();
    await participant.walk((path) => path === LAST);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const [kind, { bytes, requests }] of await sums)
      console.log(`| ${group} | ${kind} | ${requests} | ${(bytes / 1000).toFixed(0)} |`);
    await context.close();
  }
});

/** Counts from now on. */
async function count(session: CDPSession): Promise<Map<string, Sums>> {
  const sums = new Map<string, Sums>();
  const addresses = new Map<string, string>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    addresses.set(requestId, request.url),
  );
  const add = (id: string, bytes: number, requests: number) => {
    const { pathname = '' } = new URL(addresses.get(id) ?? 'about:blank');
    const kind = Object.entries(KINDS).find(([, path]) => path.test(pathname))?.[0] ?? 'code';
    const sum = sums.get(kind) ?? { bytes: 0, requests: 0 };
    sums.set(kind, { bytes: sum.bytes + bytes, requests: sum.requests + requests });
  };
  // A clip's request may stay open: its bytes are counted as they come, and those of other requests at their end.
  const streamed = new Map<string, number>();
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    streamed.set(requestId, (streamed.get(requestId) ?? 0) + encodedDataLength),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    add(requestId, encodedDataLength, 1),
  );
  session.on('Network.loadingFailed', ({ requestId }) =>
    add(requestId, streamed.get(requestId) ?? 0, 1),
  );
  return sums;
}

/** Waits until the clip is there to its end. Runs in the page. */
async function loaded(clip: HTMLVideoElement): Promise<void> {
  const whole = () => clip.buffered.length > 0 && clip.buffered.end(0) >= clip.duration - 0.1;
  clip.muted = true;
  await clip.play().catch(() => {});
  for (let tries = 0; tries < 100 && !whole(); tries++)
    await new Promise((later) => setTimeout(later, 50));
  clip.pause();
}
