/** A study whose recruitment links are the accounts: one click begins, and a new visit resumes on another device. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';
import { Participant, password, takePart } from '../src/participant.ts';
import { arrived } from '../src/routes.ts';
import { overlaid, Server, titled } from '../src/server.ts';

const ACCOUNT = `  one_place_per: PROLIFIC_PID
  link_required: true
  account: link
  visit: SESSION_ID
  trust_visits: true
`;

const test = base.extend<object, { panel: Server }>({
  panel: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const study = titled(overlaid());
      const file = join(study, 'study.yaml');
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace('  one_place_per: PROLIFIC_PID\n', ACCOUNT));
      const server = await Server.start(study);
      await use(server);
      await server.remove();
      rmSync(study, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

const query = (person: string, session: string) =>
  new URLSearchParams({ PROLIFIC_PID: person, STUDY_ID: 's-1', SESSION_ID: session });

/** From the link to the first page of the study. */
async function comeByLink({ page, server }: Participant, link: URLSearchParams): Promise<void> {
  await page.goto(`${server.address}/?${link}`);
  await arrived(page, '/');
  await takePart(page);
  await arrived(page, '/consent');
}

for (const [width, height] of [
  [320, 640],
  [1280, 800],
] as const) {
  test(`one click begins, and another visit resumes, ${width} px`, async ({
    page,
    browser,
    panel,
  }) => {
    await page.setViewportSize({ width, height });
    const person = `p-${width}`;
    const participant = new Participant(page, panel);
    await comeByLink(participant, query(person, `${person}-1`));
    await participant.agree('/pre-questionnaire');
    await participant.step();
    const position = new URL(page.url()).pathname;

    // The same browser resumes with its session.
    await page.goto(`${panel.address}/`);
    await page.getByRole('link', { name: 'Continue the study' }).filter({ visible: true }).click();
    await arrived(page, position);

    // Another device, by another visit, at the address for those who come back.
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto(`${panel.address}/auth?${query(person, `${person}-2`)}`);
    await expect(other.getByRole('heading', { name: 'How to come back' })).toBeVisible();
    await expect(other.getByRole('tab')).toHaveCount(0);
    await clean(other, 'how to come back');
    await other.getByRole('button', { name: 'Continue with my link' }).click();
    await arrived(other, position);

    // That ended the first session, and its link is used.
    await page.goto(`${panel.address}/profile`);
    await arrived(page, '/auth');
    await page.goto(`${panel.address}/auth?${query(person, `${person}-1`)}`);
    await page.getByRole('button', { name: 'Continue with my link' }).click();
    await expect(page.getByRole('alert')).toContainText('This link was used before');

    // With a password, links no longer open the account.
    await other.goto(`${panel.address}/profile`);
    const section = other.getByRole('region', { name: 'Password' });
    await section.getByLabel('New password').fill(password);
    await clean(other, 'a profile without a password');
    await section.getByRole('button', { name: 'Set password' }).click();
    await expect(section).toHaveCount(0);
    await page.goto(`${panel.address}/auth?${query(person, `${person}-3`)}`);
    await page.getByRole('button', { name: 'Continue with my link' }).click();
    await expect(page.getByRole('alert')).toContainText('You have set a password');
    await elsewhere.close();
  });
}

test('another person on the same computer does not continue in their place', async ({
  page,
  panel,
}) => {
  const participant = new Participant(page, panel);
  await comeByLink(participant, query('first', 'first-1'));
  await participant.agree('/pre-questionnaire');
  await page.goto(`${panel.address}/consent?${query('second', 'second-1')}`);
  await expect(
    page.getByRole('heading', { name: 'Another participant is signed in' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue with the study' })).toHaveCount(0);
  await clean(page, 'with the link of another person');
  await page.getByRole('button', { name: 'This is not me' }).click();
  await expect(page.getByRole('main').getByRole('checkbox').first()).toBeVisible();
  await participant.agree('/pre-questionnaire');
  const people = panel.rows<{ recruitment: string }>('select recruitment from participant');
  const ids = people.map(({ recruitment }) => JSON.parse(recruitment).PROLIFIC_PID);
  expect(ids).toEqual(expect.arrayContaining(['first', 'second']));
});
