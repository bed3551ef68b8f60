/** Speeches as text, sound and video: each participant gets another medium in each condition, and labels over some. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';
import { Participant } from '../src/participant.ts';
import { visit } from '../src/routes.ts';
import { overlaid, Server } from '../src/server.ts';

const test = base.extend<object, { speeches: Server }>({
  speeches: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const study = overlaid('designs/modalities');
      // Files of the small study that no arm of this one has.
      for (const folder of [study, join(study, 'pages')]) {
        for (const file of readdirSync(folder).filter((name) => name.includes('flow'))) {
          rmSync(join(folder, file));
        }
      }
      rmSync(join(study, 'questionnaires/treatment.yaml'));
      const edit = (file: string, change: (text: string) => string) => {
        const path = join(study, file);
        writeFileSync(path, change(readFileSync(path, 'utf8')));
      };
      // The title by which the tests know the landing page.
      edit('study.yaml', (text) => text.replace(/^title: .*/m, 'title: Original or Altered?'));
      // Labels in two conditions.
      edit('questionnaires/post.yaml', (text) =>
        text
          .replace(/stimulus: (speech-\d-video)/g, 'stimulus: $1, overlay: Made with AI')
          .replace(/stimulus: (speech-\d-sound)/g, 'stimulus: $1, overlay: Voice made with AI'),
      );
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
  test(`each condition has its medium, from / to /end, ${width} px`, async ({
    page,
    speeches,
  }, info) => {
    test.slow();
    await page.setViewportSize({ width, height });
    const participant = new Participant(page, speeches);
    await participant.begin();
    const { code = '', groupType: arm = '' } = await participant.get('/api/users/profile');
    await participant.walk((path) => path === '/post-questionnaire');
    const { hearsSound } = await participant.get('/api/users/profile');
    await visit(page, speeches, '/post-questionnaire');
    await participant.readInstructions();
    const { sections } = await participant.get('/api/questionnaires/{page}', {
      path: { page: 'post' },
    });
    const times: Record<string, number> = {};
    const files: string[] = [];
    const main = page.locator('main');
    for (const [number, section] of sections.entries()) {
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Post ${number + 1} of 8`);
      const [item] = section.items;
      if (item?.kind !== 'judgement') throw new Error('each page has a judgement');
      const { media } = item;
      const silent = media?.alt.endsWith('with subtitles');
      const condition: string = silent ? 'subtitled' : (media?.kind ?? 'transcript');
      times[condition] = (times[condition] ?? 0) + 1;
      await expect(main.locator('video')).toHaveCount(media ? 1 : 0);
      const labels: Record<string, string> = { video: 'Made with AI', audio: 'Voice made with AI' };
      const label = labels[condition];
      const real = /_[1-4]$/.test(item.id);
      const labelled = label !== undefined && (condition === 'video' || real);
      if (condition === 'audio' || condition === 'video') {
        const captions = main.getByRole('button', { name: 'Captions' });
        await expect(captions).toHaveAttribute('aria-pressed', String(!hearsSound));
      }
      await expect(main.getByText('made with AI')).toHaveCount(labelled ? 1 : 0);
      if (labelled) await expect(main.getByText(label ?? '', { exact: true })).toBeVisible();
      if (times[condition] === 1 || labelled) {
        const name = `${condition}-${labelled ? 'labelled' : 'plain'}-${width}.png`;
        await page.screenshot({ path: info.outputPath(name) });
        await clean(page, condition);
        await page.setViewportSize({ width, height });
      }
      const sound = real ? 'sound' : arm;
      const speech = item.id.replace('_', '-');
      if (condition === 'audio') files.push(`${speech}-${sound}.mp3`);
      else if (condition !== 'transcript') files.push(`${speech}-${condition}.mp4`);
      await participant.step();
    }
    expect(times).toEqual({ transcript: 2, audio: 2, subtitled: 2, video: 2 });
    await participant.walk();
    const shown = speeches.rows<{ code: string; file: string }>(
      "select p.code, e.file from exposure e join participant p on p.id = e.participant where e.file like 'speech%'",
    );
    const own = shown.filter((row) => row.code === code).map((row) => row.file);
    expect(own.sort()).toEqual(files.sort());
  });
}
