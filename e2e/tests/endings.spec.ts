/** Participations that the study ends: failed checks and the time limit. */
import { rmSync } from 'node:fs';
import { ApiUser } from '../src/api-user.ts';
import { adopt, test as base, expect, registered } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import { arrived, visit } from '../src/routes.ts';
import { overlaid, participantOf, Server } from '../src/server.ts';

const test = base.extend<object, { endings: Server }>({
  endings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const study = overlaid('endings');
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
  test(`a failed check on the last page ends the participation, ${width} px`, async ({
    page,
    endings,
  }) => {
    await page.setViewportSize({ width, height });
    const session = await registered(endings);
    const user = new ApiUser(endings, session);
    // Answers that pass the checks before.
    const passed = {
      you: { age: 40, gender: 'man', channels: ['radio'] },
      views: { trust_1: 3, trust_2: 3, trust_3: 3, views_1: 2, worry: 50, often: 2 },
    };
    for (const [section, answers] of Object.entries(passed)) {
      await user.call('post', '/api/users/save-pre-questionnaire-answers', {
        body: { section, answers, timing: null },
      });
    }
    await user.walk((path) => path === '/post-questionnaire');
    await user.section('post');
    await adopt(new Participant(page, endings), session);
    await visit(page, endings, '/post-questionnaire');
    await page.getByRole('radio', { name: 'False', exact: true }).check();
    const check = page.getByRole('group', { name: 'Please choose the first point here.' });
    await check.getByRole('radio').last().check({ force: true });
    await page
      .getByRole('group', { name: 'How sure are you of your judgements overall?' })
      .getByRole('radio')
      .first()
      .check({ force: true });
    await page.getByRole('button', { name: 'Continue' }).click();
    await arrived(page, '/end');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Your participation has ended');
    await expect(page.getByText('SMALL-FAILED')).toBeVisible();
    const stored = endings.rows(
      `select outcome from outcome where participant = ${participantOf(session.username)}`,
    );
    expect(stored).toEqual([{ outcome: 'failed' }]);
    await page.reload();
    await expect(page.getByText('SMALL-FAILED')).toBeVisible();
  });

  test(`the first submission after the limit is stored and is the last, ${width} px`, async ({
    page,
    endings,
  }) => {
    await page.setViewportSize({ width, height });
    const session = await registered(endings);
    await adopt(new Participant(page, endings), session);
    await visit(page, endings, '/pre-questionnaire');
    const own = participantOf(session.username);
    endings.change(`update consent set at = at - 3660000 where participant = ${own}`);
    await page.getByLabel('How old are you?').fill('40');
    await page.getByRole('radio', { name: 'Man', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Radio' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await arrived(page, '/end');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your hour is over');
    await expect(page.getByText('SMALL-LATE')).toBeVisible();
    const answers = `select count(*) as stored from submission where participant = ${own}`;
    expect(endings.rows(answers)).toEqual([{ stored: 1 }]);
  });
}
