/** The main pages at 320 px, with text of 200 %, with wide spacing and in forced colours. */
import { adopt, expect, type Group, jump, registered, test } from '../src/fixtures.ts';
import { readable } from '../src/reading.ts';
import { type Route, routeOf, visit } from '../src/routes.ts';
import { adminName, adminPassword } from '../src/server.ts';

test('pages before the study, and the administrator’s', async ({ page, participant, server }) => {
  for (const path of ['/', '/consent', '/auth']) {
    await visit(page, server, path);
    await readable(page, path);
  }
  await participant.signIn(adminName, adminPassword);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await readable(page, '/admin');
});

test('pages outside the study', async ({ page, participant, server }) => {
  await adopt(participant, await registered(server));
  for (const path of ['/pre-questionnaire', '/dashboard', '/profile']) {
    await visit(page, server, path);
    await readable(page, path);
  }
});

/** Each kind of page inside the study's flow. */
const PAGES: [Group, Route[]][] = [
  ['control_0', ['/control-flow', '/end']],
  ['treatment_0', ['/home', '/flow-a/question/*', '/flow-a/question/*/followup']],
  ['treatment_1', ['/flow-b/start/*', '/flow-b/question/*']],
];
for (const [group, [first, ...more]] of PAGES) {
  test(`pages of ${group}`, async ({ page, participant, server }) => {
    const api = await jump(participant, group, first ?? '/home');
    await readable(page, first ?? '');
    for (const route of more) {
      const path = await api.walk((at) => routeOf(at) === route);
      await visit(page, server, path);
      await readable(page, route);
    }
  });
}
