/** A study that allocates classes: classmates share the arm, from `/` to `/end`, and the data have all of it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open, unblind } from '../src/console.ts';
import { table } from '../src/data-package.ts';
import { adopt, test as base, expect, registered } from '../src/fixtures.ts';
import { Participant, takePart } from '../src/participant.ts';
import { arrived, visit } from '../src/routes.ts';
import { design, Server, titled } from '../src/server.ts';

const test = base.extend<object, { classes: Server }>({
  classes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const study = titled(design('classes'));
      const server = await Server.start(study);
      await use(server);
      await server.remove();
      rmSync(study, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

const LESSON = {
  reasoning: /Lateral reading/,
  biases: /Availability/,
  inoculation: /False experts/,
};

/** Number of unit, arm and ID of each participant. */
const members = (server: Server) =>
  server.rows<{ code: string; arm: string; unit: number }>(
    'select p.code, p.arm, m.unit from participant p join unit_member m on m.slot = p.slot order by m.slot',
  );

// One after the other: an export unblinds the study.
test.describe.configure({ mode: 'default' });

test('the console lists classes, and their arms after unblinding', async ({
  page,
  classes,
}, info) => {
  await registered(classes, { recruitment: { CLASS: 'm-4b' } });
  await adopt(new Participant(page, classes), await classes.signIn());
  await open(page, classes, '/study', 'Study');
  const units = page.getByRole('table', { name: 'Units' });
  const row = units.getByRole('row').filter({ hasText: 'm-4b' });
  await expect(row).toContainText('milan');
  await expect(units.getByRole('columnheader', { name: 'Arm' })).toHaveCount(0);
  await units.scrollIntoViewIfNeeded();
  await info.attach('units', { body: await page.screenshot(), contentType: 'image/png' });
  await unblind(classes);
  await page.reload();
  await expect(units.getByRole('columnheader', { name: 'Arm' })).toHaveCount(1);
});

for (const [width, height, code] of [
  [360, 740, 'm-1a'],
  [1280, 800, 't-1a'],
] as const) {
  test(`classmates walk from / to /end in one arm, ${width} px`, async ({ browser, classes }) => {
    test.slow();
    const codes = new Set<string>();
    const arms = new Set<string>();
    for (let number = 0; number < 2; number++) {
      const page = await browser.newPage({ viewport: { width, height } });
      const participant = new Participant(page, classes);
      await participant.begin(`/?CLASS=${code}`);
      const user = await participant.get('/api/users/profile');
      const arm = user.groupType ?? '';
      codes.add(user.code ?? '');
      arms.add(arm);
      if (arm !== 'no_lesson') {
        await participant.walk((path) => path === '/treatment-questionnaire');
        await visit(page, classes, '/treatment-questionnaire');
        for (const [lesson, text] of Object.entries(LESSON)) {
          await expect(page.getByText(text)).toHaveCount(lesson === arm ? 1 : 0);
        }
      }
      await participant.walk();
      await page.close();
    }
    expect(arms.size, 'one arm for the class').toBe(1);

    const own = members(classes).filter((member) => codes.has(member.code));
    expect(new Set(own.map((member) => member.unit)).size, 'one unit').toBe(1);
    const folder = mkdtempSync(join(tmpdir(), 'unmask-e2e-classes-'));
    const target = join(folder, 'package');
    await classes.run('export', target, '--csv', '--reason', 'a test');
    const people = table(target, 'participants').filter((row) =>
      codes.has(row.participant_id ?? ''),
    );
    expect(people.map((row) => row.unit)).toEqual(own.map((member) => `${member.unit}`));
    expect(people.every((row) => row.completed === '1')).toBe(true);
    const unit = table(target, 'units').find((row) => row.unit === `${own[0]?.unit}`);
    expect(unit).toMatchObject({ arm: own[0]?.arm, members: '2', exposed: '2' });
    for (const one of codes) {
      const answered = readFileSync(join(target, 'data/description-responses_data.csv'), 'utf8');
      const rows = answered.split('\n').filter((row) => row.includes(one));
      for (const variable of ['age', 'before_1', 'before_4', 'after_1', 'after_4']) {
        expect(
          rows.some((row) => row.includes(`,${variable},`)),
          variable,
        ).toBe(true);
      }
      const shown = readFileSync(join(target, 'data/description-exposures_data.csv'), 'utf8');
      expect(shown.split('\n').filter((row) => row.includes(one)).length).toBeGreaterThan(0);
    }
    rmSync(folder, { recursive: true });
  });

  test(`a link of no class says what to do, ${width} px`, async ({ page, classes }, info) => {
    await page.setViewportSize({ width, height });
    const participant = new Participant(page, classes);
    await page.goto(`${classes.address}/?CLASS=unknown`);
    await takePart(page);
    await arrived(page, '/consent');
    await participant.agree();
    const form = await participant.fillForm('Register', participant.username);
    await form.getByRole('button', { name: 'Create account' }).click();
    const message = page.getByText('The code in your link is not known.');
    await expect(message).toBeVisible();
    await info.attach('unknown', { body: await page.screenshot(), contentType: 'image/png' });
  });
}
