import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, type Group, test, until } from '../src/fixtures.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function clean(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  expect(
    violations.map(
      (v) =>
        `${v.id}: ${v.nodes
          .map((n) => n.html)
          .join(' | ')
          .slice(0, 300)}`,
    ),
    where,
  ).toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

// A phone in dark and a desktop in light: every page of every group in both.
for (const [look, viewport, theme] of [
  ['phone, dark', { width: 360, height: 740 }, 'dark'],
  ['desktop, light', { width: 1280, height: 800 }, 'light'],
] as const) {
  test.describe(look, () => {
    test.use({ viewport });
    for (const group of ['control_0', 'treatment_0', 'treatment_1'] satisfies Group[]) {
      test(`axe finds nothing on any page of ${group}`, async ({ participant, server }) => {
        test.setTimeout(300_000);
        const { page } = participant;
        const seen = new Set<string>();
        const kind = (path: string) => path.replace(/\/(question|start)\/[^/]+/, '/$1/*');
        const look = async () => {
          const where = kind(participant.path);
          if (seen.has(where)) return;
          seen.add(where);
          await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
          await clean(page, where);
        };
        await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
        await until(server, group);
        await page.goto(server.address);
        await look();
        await page.goto(`${server.address}/auth`);
        await look();
        await page.goto(`${server.address}/consent`);
        await look();
        await participant.begin();
        await participant.walk((path) => path === '/end', look);
        await page.goto(`${server.address}/profile`);
        await look();
        await page.goto(`${server.address}/dashboard`);
        await look();
        expect(seen.size).toBeGreaterThan(3);
      });
    }
  });
}
