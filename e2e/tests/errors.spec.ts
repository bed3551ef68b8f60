import { adopt, expect, registered, test } from '../src/fixtures.ts';
import { clean } from '../src/looks.ts';
import { arrived } from '../src/routes.ts';

test('a page that breaks shows the generic error screen', async ({ page, participant, server }) => {
  await adopt(participant, await registered(server));
  await page.route('**/api/questionnaires/pre*', (route) => route.fulfill({ json: { title: 1 } }));
  await page.goto(`${server.address}/pre-questionnaire`);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(
    page.getByText("We've encountered an unexpected error. Please refresh the page to try again."),
  ).toBeVisible();
  await clean(page, 'generic error screen');
  await page.unroute('**/api/questionnaires/pre*');
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await expect(page.getByText(/Section 1 of/)).toBeVisible();
});

test('a token error shows the authentication screen', async ({ page, participant, server }) => {
  await adopt(participant, await registered(server));
  // React's message names the invalid value, and so mentions a token.
  const section = { id: 'a', title: { token: 1 }, intro: null, items: [] };
  await page.route('**/api/questionnaires/pre*', (route) =>
    route.fulfill({ json: { title: 'T', intro: null, sections: [section], done: 0, known: {} } }),
  );
  await page.goto(`${server.address}/pre-questionnaire`);
  await expect(page.getByRole('heading', { name: 'Authentication Error' })).toBeVisible();
  await expect(
    page.getByText('There was a problem with your authentication. Please log in again.'),
  ).toBeVisible();
  await clean(page, 'authentication error screen');
  await page.getByRole('button', { name: 'Go to Login' }).click();
  await arrived(page, '/auth');
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

test('a page whose files are gone after an update offers the new version', async ({
  page,
  participant,
  server,
}) => {
  await adopt(participant, await registered(server));
  await page.goto(`${server.address}/pre-questionnaire`);
  await expect(page.getByText(/Section 1 of/)).toBeVisible();
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'There is a new version' })).toBeVisible();
  await clean(page, 'new version');
  await page.unroute('**/assets/**');
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await arrived(page, '/dashboard');
});
