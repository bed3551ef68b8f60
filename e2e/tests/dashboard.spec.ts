/** The dashboard of Flow B: the people come first, and one button leads on. */
import { expect, jump, test } from '../src/fixtures.ts';
import { clean, uncovered } from '../src/looks.ts';
import { arrived, visit } from '../src/routes.ts';

const PHONE = { width: 360, height: 740 };

test('the next person leads on, until nobody is left', async ({ page, participant, server }) => {
  const api = await jump(participant, 'treatment_1', '/dashboard');
  const main = page.getByRole('main');
  const on = main.getByRole('button', { name: 'Continue the study' });
  const open = async () => {
    await visit(page, server, '/dashboard');
    await page.setViewportSize(PHONE);
  };
  const [first, second] = await api.call('get', '/api/personas');

  await page.setViewportSize(PHONE);
  const start = main.getByRole('button', { name: `Start with ${first?.name}` });
  await expect(start).toBeInViewport({ ratio: 1 });
  await expect(on).toBeHidden();
  const instructions = page.locator('#instructions');
  await expect(instructions).not.toBeInViewport();
  // Reached within the app; then a link within the page shows it as it is, and does not load it again.
  await page.getByRole('link', { name: 'Unmask' }).click();
  await expect(start).toBeInViewport({ ratio: 1 });
  const loaded = page.waitForRequest((request) => request.url().includes('/api/personas?'), {
    timeout: 1_000,
  });
  await main.getByRole('link', { name: 'Read the instructions' }).click();
  await expect(instructions).toBeInViewport();
  await expect(loaded).rejects.toThrow();
  await clean(page, 'the dashboard, nobody begun');
  await page.setViewportSize(PHONE);
  await start.click();
  await arrived(page, `/flow-b/start/${first?.id}`);

  const feedback = await api.walk((path) => path.endsWith('orrect'));
  await open();
  await expect(main.getByText('1 of 4 posts')).toBeVisible();
  await expect(main.getByRole('button')).toHaveCount(0);
  const resume = main.getByRole('link', { name: `Continue with ${first?.name}` });
  await expect(resume).toBeInViewport({ ratio: 1 });
  await resume.click();
  await arrived(page, feedback);

  await api.walk((path) => path === '/dashboard');
  await open();
  await expect(main.getByRole('button', { name: `Start with ${second?.name}` })).toBeVisible();
  await expect(on).toBeHidden();
  await clean(page, 'the dashboard, one person done');

  for (const _ of [2, 3, 4]) {
    await api.step(await api.position());
    await api.walk((path) => path === '/dashboard');
  }
  await open();
  await expect(on).toBeInViewport({ ratio: 1 });
  await expect(main.getByText('Done', { exact: true })).toHaveCount(4);
  await uncovered(page, 'the dashboard, everybody done');
});
