/** Actions of the researcher in the console, and their effects on participants. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { ApiUser } from '../src/api-user.ts';
import { codeOf, confirm, dialog, logged, open, there } from '../src/console.ts';
import { adopt, registered, serverOf } from '../src/fixtures.ts';
import { brokenWords, clean } from '../src/looks.ts';
import { Participant } from '../src/participant.ts';
import { arrived, visit } from '../src/routes.ts';
import { bundles, type Server } from '../src/server.ts';

const test = base.extend<{ admin: Page; visitor: Page }, { study: Server }>({
  study: serverOf(bundles.example),
  admin: async ({ page, study }, use) => {
    await adopt(new Participant(page, study), await study.signIn());
    await use(page);
  },
  /** A visitor's browser. */
  visitor: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(await context.newPage());
    await context.close();
  },
});

// In order, on one server; no test depends on an earlier one.
test.describe.configure({ mode: 'default' });

/** Expects that the landing page reports the study as closed. */
async function closedFor(visitor: Page, study: Server, heading: string): Promise<void> {
  await visitor.goto(study.address);
  await arrived(visitor, '/');
  await expect(visitor.getByRole('alert').getByRole('heading', { level: 2 })).toHaveText(heading);
}

test('closing needs title and reason; none can join', async ({ admin: page, visitor, study }) => {
  const api = new ApiUser(study, await registered(study));
  await open(page, study, '/study', 'Study');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const close = dialog(page).getByRole('button', { name: 'Close', exact: true });
  await close.click();
  await expect(dialog(page).getByText('Please give a reason.')).toBeVisible();
  await expect(dialog(page).getByText('The text does not match.')).toBeVisible();
  await clean(page, 'closing the study');
  await dialog(page).getByLabel('Reason').fill('As many as planned');
  await dialog(page)
    .getByLabel(/^Type the study's title/)
    .fill('Original or Altered?');
  await close.click();
  await expect(page.getByText('Recruitment is over.')).toBeVisible();
  await closedFor(visitor, study, 'The study is over');
  await expect(registered(study)).rejects.toThrow();
  await api.section('pre');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await confirm(page, 'Open', 'Two had withdrawn');
  await expect(page.getByText('Participants can register.')).toBeVisible();
  for (const reason of ['As many as planned', 'Two had withdrawn'])
    expect(logged(study)).toContain(reason);
  await visitor.reload();
  await expect(
    visitor.getByRole('main').getByRole('link', { name: 'Read more' }).first(),
  ).toBeVisible();
});

/** A row of the quotas: assigned slots, quota, percentage. */
const quota = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Quotas' }).getByRole('row', { name }).getByRole('cell');

async function setQuotas(page: Page, to: Record<string, string>, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Change the quotas' }).click();
  for (const [label, value] of Object.entries(to)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Change the quotas' })).toBeVisible();
}

test('a full arm gets no participants; then the study is full', async ({
  admin: page,
  visitor,
  study,
}) => {
  // At least one participant in each arm: a block of nine may begin with three and three of the other two.
  for (let people = 0; people < 7; people++) await registered(study);
  await open(page, study, '/study', 'Study');
  const everybody = quota(page, 'All arms together').first();
  const taken = "select count(*) as n from allocation where state <> 'free' and number > 0";
  const all = study.rows<{ n: number }>(taken)[0]?.n ?? 0;
  // The page may show older numbers first.
  await expect(everybody).toHaveText(String(all));
  const before = await quota(page, 'Arm B').first().textContent();
  await setQuotas(page, { 'Arm B': before ?? '' }, 'This arm is full');
  await expect(quota(page, 'Arm B')).toHaveText([before ?? '', before ?? '', '100%']);
  for (let people = 0; people < 4; people++) await registered(study);
  await page.reload();
  await expect(everybody).toHaveText(String(all + 4));
  await expect(quota(page, 'Arm B').first()).toHaveText(before ?? '');
  await setQuotas(page, { 'Arm A': '0', 'Arm C': '0' }, 'The others too');
  await expect(
    page.getByText('All planned slots are taken. New participants cannot register.'),
  ).toBeVisible();
  await closedFor(visitor, study, 'The study is full');
  await clean(page, 'a study that is full');
  await setQuotas(page, { 'Arm A': '', 'Arm B': '', 'Arm C': '' }, 'More are needed');
  await expect(page.getByText('Participants can register.')).toBeVisible();
  expect(logged(study)).toContain('This arm is full');
  await registered(study);
});

/** The codes that the list of participants shows. */
const codes = (page: Page): Locator => page.getByRole('rowheader').getByRole('link');

test('quality flags: filter, list and timeline', async ({ admin: page, study }) => {
  const careless = new ApiUser(study, await registered(study));
  careless.straight = true;
  careless.timing = { submit: 40 };
  careless.mediaError = 'decode';
  await careless.walk((path) => path !== '/pre-questionnaire');
  const stuck = new ApiUser(study, await registered(study));
  const [code, still] = [await codeOf(careless), await codeOf(stuck)];
  // Forty minutes of inactivity.
  study.change(`update progress set at = at - 2400000, measured_at = at - 2400000
    where participant = (select id from participant where code = '${still}')`);
  await registered(study);
  await open(page, study, '', 'Overview');
  await page.getByRole('link', { name: 'Show Inactive' }).click();
  await there(page, 'Participants');
  await expect(codes(page)).toHaveText([still]);
  for (const sign of ['Too fast', 'Straight-lining', 'Failed attention check', 'Media failed']) {
    await page.getByLabel('Quality flags').selectOption(sign);
    await expect(codes(page)).toHaveText([code]);
    await expect(page.getByRole('row', { name: code })).toContainText(sign);
  }
  await clean(page, 'participants with a sign');
  await codes(page).click();
  await there(page, `Participant ${code}`);
  const answered = page.locator('details', { hasText: 'decode' }).first();
  await answered.locator('summary').click();
  await expect(answered.getByRole('cell', { name: 'decode' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Straight-lining');
  // Excluded by the plan, which can't be undone.
  await expect(page.getByRole('main')).toContainText('first attention check failed');
  await expect(page.getByRole('button', { name: 'Re-include' })).toHaveCount(0);
  expect(await brokenWords(page)).toEqual([]);
});

test('excluded with a reason, found by it, re-included', async ({ admin: page, study }) => {
  const api = new ApiUser(study, await registered(study));
  const code = await codeOf(api);
  await open(page, study, `/participants/${code}`, `Participant ${code}`);
  const other = await page.context().newPage();
  await open(other, study, `/participants/${code}`, `Participant ${code}`);
  await page.getByRole('button', { name: 'Exclude' }).click();
  await clean(page, 'excluding somebody');
  await confirm(page, 'Exclude', 'A member of the team');
  await expect(page.getByText('“A member of the team”').first()).toBeVisible();
  // On an outdated page: the action can't be repeated, and the page shows the current state.
  await other.getByRole('button', { name: 'Exclude' }).click();
  await confirm(other, 'Exclude', 'Once more');
  await expect(other.getByText('You have already excluded this participant.')).toBeVisible();
  await expect(other.getByText('“A member of the team”').first()).toBeVisible();
  await other.close();
  await open(page, study, '/participants?excluded=true', 'Participants');
  // Participants whom the plan excludes may be listed as well.
  const own = codes(page).filter({ hasText: code });
  await expect(own).toHaveCount(1);
  await own.click();
  await page.getByRole('button', { name: 'Re-include' }).click();
  await clean(page, 'taking somebody in again');
  await dialog(page).getByRole('button', { name: 'Re-include' }).click();
  await expect(dialog(page).getByText('Please give a reason')).toBeVisible();
  await confirm(page, 'Re-include', 'Took part as everybody does');
  await expect(page.getByRole('button', { name: 'Exclude' })).toBeVisible();
  // Both entries stay on the page.
  await expect(page.getByText('“A member of the team”')).toBeVisible();
  await expect(page.getByText('“Took part as everybody does”')).toBeVisible();
  await open(page, study, '/participants?excluded=false', 'Participants');
  await expect(own).toHaveCount(1);
});

test('withdrawal keeps the data, ends the session', async ({ admin: page, visitor, study }) => {
  const who = await registered(study);
  const api = new ApiUser(study, who);
  await api.section('pre');
  const code = await codeOf(api);
  const answers = () =>
    study.rows(`select count(*) n from submission s join participant p on p.id = s.participant
      where p.code = '${code}'`);
  const before = answers();
  expect(before).toEqual([{ n: 1 }]);
  await adopt(new Participant(visitor, study), who);
  await visit(visitor, study, '/pre-questionnaire');
  await open(page, study, `/participants/${code}`, `Participant ${code}`);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await confirm(page, 'Withdraw', 'Asked for it by letter');
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
  await expect(page.getByText('Withdrew')).toBeVisible();
  expect(answers()).toEqual(before);
  await open(page, study, '/participants?status=withdrawn', 'Participants');
  await expect(codes(page)).toHaveText([code]);
  await visitor.reload();
  await arrived(visitor, '/auth');
  await open(page, study, '/audit', 'Audit log');
  await expect(page.getByRole('cell', { name: 'Asked for it by letter' })).toBeVisible();
});

test('without Prolific and bonuses, the recruiter page says what is missing', async ({
  admin: page,
  study,
}) => {
  await open(page, study, '/recruiter', 'Recruiter');
  await expect(page.getByText('This study names no study at Prolific.')).toBeVisible();
  await expect(page.getByText('This study has no bonus')).toBeVisible();
  await clean(page, '/admin/recruiter, not configured');
});

test('a webhook is added, tested and removed', async ({ admin: page, study }) => {
  const got: string[] = [];
  const receiver = createServer((request, reply) => {
    got.push(String(request.headers['webhook-signature']));
    reply.writeHead(204).end();
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
  await open(page, study, '/webhooks', 'Webhooks');
  await expect(page.getByText('There are no webhooks.')).toBeVisible();
  await clean(page, '/admin/webhooks, empty');
  await page.getByLabel('Address').fill('nowhere');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(
    page.getByText('It must begin with https://', { exact: false }).first(),
  ).toBeVisible();
  await page.getByLabel('Address').fill(url);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByText(/whsec_/)).toBeVisible();
  await clean(page, '/admin/webhooks, the secret');
  await page.getByRole('button', { name: `Test ${url}` }).click();
  await expect(page.getByRole('cell', { name: 'Delivered' })).toBeVisible();
  expect(got[0]).toMatch(/^v1,/);
  await clean(page, '/admin/webhooks, delivered');
  await page.getByRole('button', { name: `Remove ${url}` }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('There are no webhooks.')).toBeVisible();
  receiver.close();
});

test('versions: the active one is the one on the disk', async ({ admin: page, study }) => {
  const [active] = study.rows<{ hash: string }>('select hash from study_version');
  await open(page, study, '/study', 'Study');
  const row = page.getByRole('table', { name: 'Versions' }).getByRole('row').nth(1);
  await expect(row).toContainText((active?.hash ?? 'none').slice(0, 12));
  await expect(row).toContainText('Active');
  const [people] = study.rows<{ n: number }>(
    "select count(*) n from participant where kind = 'person'",
  );
  await expect(row.getByRole('cell').nth(2)).toHaveText(String(people?.n));
});
