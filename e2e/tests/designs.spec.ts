/** Studies of five designs, from `/` to the last `/end`: the data have every answer and exposure, and no others. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { devices } from '@playwright/test';
import { table } from '../src/data-package.ts';
import { test as base, expect, nextIs } from '../src/fixtures.ts';
import { Journal } from '../src/journal.ts';
import { Participant } from '../src/participant.ts';
import { arrived, visit } from '../src/routes.ts';
import { design, overlaid, Server, titled } from '../src/server.ts';

/** Serves a study until the end of the test. */
type Serve = (study: string) => Promise<Server>;

const test = base.extend<{ serve: Serve }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  serve: async ({}, use) => {
    const started: [Server, string][] = [];
    await use(async (study) => {
      const server = await Server.start(study);
      started.push([server, study]);
      return server;
    });
    for (const [server, study] of started) {
      await server.remove();
      rmSync(study, { recursive: true });
    }
  },
});

interface Walk {
  /** The arm, if the test chooses it. */
  arm?: string;
  /** The code of the class. */
  unit?: string;
}

interface Design {
  name: string;
  study: () => string;
  phone: Walk[];
  desktop: Walk[];
  /** Later parts that are open, in their order. */
  waves?: string[];
}

const classes = [{ unit: 'm-1a' }, { unit: 't-1a' }, { unit: 'm-1a' }];
const arms = (...names: string[]): Walk[] => names.map((arm) => ({ arm }));
/** The same on a phone and on a desktop. */
const both = (walks: Walk[]) => ({ phone: walks, desktop: walks });

const DESIGNS: Design[] = [
  {
    name: 'three of six arms',
    study: () => titled(overlaid('six-arms')),
    ...both(arms('control', 'label_ai', 'game')),
  },
  {
    name: 'the other three of six arms',
    study: () => titled(overlaid('six-arms')),
    ...both(arms('label', 'cues', 'video')),
  },
  {
    name: 'sections and groups in random order',
    study: () => titled(overlaid('orders')),
    phone: arms('control_0', 'treatment_0'),
    desktop: arms('control_0', 'treatment_1'),
  },
  {
    name: '2 × 2 × 3 cells',
    study: () => overlaid('factorial'),
    phone: arms('shown_video_warm'),
    desktop: arms('none_none_firm'),
  },
  {
    name: 'two classes',
    study: () => titled(design('classes')),
    ...both(classes),
  },
  {
    name: 'three waves with a booster',
    study: () => titled(design('booster')),
    ...both(arms('control', 'inoculation', 'inoculation_booster')),
    waves: ['month', 'quarter'],
  },
];

/** A phone also says that it is one, and its screen is touched. */
const DEVICES = [
  ['phone', { ...devices['Pixel 7'], viewport: { width: 360, height: 740 } }],
  ['desktop', { viewport: { width: 1280, height: 800 } }],
] as const;

for (const { name, study, waves = [], ...walks } of DESIGNS) {
  for (const [device, options] of DEVICES) {
    test(`${name}, ${device}`, async ({ browser, serve }) => {
      const server = await serve(study());
      const walked: { walk: Walk; code: string; journal: Journal }[] = [];
      for (const walk of walks[device]) {
        const context = await browser.newContext(options);
        const page = await context.newPage();
        const participant = new Participant(page, server);
        const journal = await Journal.of(participant);
        if (walk.arm) nextIs(server, walk.arm);
        await participant.begin(walk.unit ? `/?CLASS=${walk.unit}` : '/');
        await participant.walk();
        for (const wave of waves) {
          // Months later.
          server.change(`update participant_wave set opens_at = 1 where wave = '${wave}'`);
          await visit(page, server, '/end');
          await page.getByRole('button', { name: 'Begin now' }).click();
          await expect(page).not.toHaveURL(/\/end$/);
          await arrived(page, participant.path);
          journal.wave = wave;
          await participant.walk();
        }
        const { code = null } = await participant.get('/api/users/profile');
        walked.push({ walk, code: code ?? '', journal });
        await context.close();
      }

      const folder = join(server.folder, 'package');
      await server.run('export', folder, '--csv', '--reason', 'a test');
      const rows = table(folder, 'participants');
      const codes = walked.map(({ code }) => code).sort();
      expect(rows.map((row) => row.participant_id).sort()).toEqual(codes);
      // No row is anybody else's.
      for (const name of ['submissions', 'responses', 'exposures']) {
        const owners = new Set(table(folder, name).map((row) => row.participant_id));
        expect([...owners].sort()).toEqual(codes);
      }
      const arms = new Map<string, string>();
      for (const { walk, code, journal } of walked) {
        journal.compare(folder, code);
        const row = rows.find((one) => one.participant_id === code) ?? {};
        expect(row.completed).toBe('1');
        if (walk.arm) expect(row.arm).toBe(walk.arm);
        // Classmates share the arm.
        if (walk.unit) expect(row.arm).toBe(arms.get(walk.unit) ?? row.arm);
        arms.set(walk.unit ?? '', row.arm ?? '');
        const later = table(folder, 'waves').filter((one) => one.participant_id === code);
        expect(later.map((one) => one.wave)).toEqual(waves);
        expect(later.every((one) => /^\d/.test(one.completed_at ?? ''))).toBe(true);
      }
    });
  }
}
