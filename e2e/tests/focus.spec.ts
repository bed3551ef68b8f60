/** On a phone, nothing covers the focused control, whichever way one tabs (WCAG 2.2, 2.4.11). */
import { ApiUser } from '../src/api-user.ts';
import { adopt, expect, type Group, nextIs, registered, test } from '../src/fixtures.ts';
import { Keyboard } from '../src/keyboard.ts';
import { kindOf } from '../src/page-kind.ts';
import { Participant } from '../src/participant.ts';
import { visit } from '../src/routes.ts';

test.use({ viewport: { width: 360, height: 740 } });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

async function tabBothWays(keys: Keyboard): Promise<void> {
  await keys.round();
  await keys.page.locator('main h1').first().focus();
  await keys.round(true);
}

test('the pages before the study', async ({ page, server }) => {
  const keys = new Keyboard(page);
  for (const path of ['/', '/consent', '/auth']) {
    await visit(page, server, path);
    await tabBothWays(keys);
  }
});

for (const arm of ['control_0', 'treatment_0', 'treatment_1'] as Group[]) {
  test(`each kind of page of ${arm}`, async ({ page, server }) => {
    nextIs(server, arm);
    const who = await registered(server);
    const api = new ApiUser(server, who);
    await adopt(new Participant(page, server), who);
    const keys = new Keyboard(page);
    const seen = new Set<string>();
    for (let at = await api.position(); ; at = await api.step(at)) {
      const kind = await kindOf(api, at.currentState);
      // The pages that all arms share are tabbed through once.
      const shared = arm !== 'control_0' && /^\/(pre|post)-/.test(kind);
      if (!shared && !seen.has(kind)) {
        seen.add(kind);
        await visit(page, server, at.currentState);
        await tabBothWays(keys);
      }
      if (at.currentState === '/end') break;
    }
    expect(seen.size).toBeGreaterThan(5);
    for (const path of ['/profile', '/dashboard']) {
      await visit(page, server, path);
      await tabBothWays(keys);
    }
  });
}
