/** People who can't or don't want to take part: the page with the code, also after going back and signing in. */
import { rmSync } from 'node:fs';
import { adopt, test as base, expect, registered } from '../src/fixtures.ts';
import { Participant, password } from '../src/participant.ts';
import { arrived, visit } from '../src/routes.ts';
import { overlaid, Server } from '../src/server.ts';

const test = base.extend<object, { screening: Server }>({
  screening: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const study = overlaid('screening');
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
  test(`a minor gets the code for screened out and stays there, ${width} px`, async ({
    page,
    screening,
  }) => {
    await page.setViewportSize({ width, height });
    const session = await registered(screening);
    await adopt(new Participant(page, screening), session);
    await visit(page, screening, '/pre-questionnaire');
    await page.getByLabel('How old are you?').fill('16');
    await page.getByRole('radio', { name: 'Man', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Radio' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await arrived(page, '/end');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Thank you for your interest');
    await expect(page.getByText('SCREEN-OUT')).toBeVisible();
    const back = page.getByRole('link', { name: 'Go back to that site' });
    await expect(back).toHaveAttribute('href', 'https://example.org/complete?cc=SCREEN-OUT');

    await page.goBack();
    await arrived(page, '/end');
    await expect(page.getByText('SCREEN-OUT')).toBeVisible();

    await page.evaluate(() => localStorage.clear());
    await page.goto(`${screening.address}/auth`);
    await page.getByRole('textbox', { name: 'Username' }).fill(session.username);
    const secret = page.locator('input[type=password]').filter({ visible: true });
    await secret.fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await arrived(page, '/end');
    await expect(page.getByText('SCREEN-OUT')).toBeVisible();
  });

  test(`whose quota is full gets the code for it, ${width} px`, async ({ page, screening }) => {
    await page.setViewportSize({ width, height });
    // The quota of women is three.
    const answers = { age: 40, gender: 'woman', channels: ['radio'] };
    for (let number = 0; number < 3; number++) {
      const { access_token } = await registered(screening);
      await screening.as(access_token)('post', '/api/users/save-pre-questionnaire-answers', {
        body: { section: 'you', answers },
      });
    }
    await adopt(new Participant(page, screening), await registered(screening));
    await visit(page, screening, '/pre-questionnaire');
    await page.getByLabel('How old are you?').fill('40');
    await page.getByRole('radio', { name: 'Woman', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Radio' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await arrived(page, '/end');
    await expect(page.getByText('SCREEN-FULL')).toBeVisible();
    const back = page.getByRole('link', { name: 'Go back to that site' });
    await expect(back).toHaveAttribute('href', 'https://example.org/complete?cc=SCREEN-FULL');

    await page.reload();
    await expect(page.getByText('SCREEN-FULL')).toBeVisible();
  });

  test(`who declines gets a code and the way back, ${width} px`, async ({ page, screening }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${screening.address}/consent`);
    await page.getByRole('button', { name: 'I do not want to take part' }).click();
    await expect(page.getByText('SCREEN-NO')).toBeVisible();
    const back = page.getByRole('link', { name: 'Go back to that site' });
    await expect(back).toHaveAttribute('href', 'https://example.org/complete?cc=SCREEN-NO');
  });
}
