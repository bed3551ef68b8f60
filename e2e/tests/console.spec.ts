import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test as base, type Download, expect, type Locator, type Page } from '@playwright/test';
import { ApiUser } from '../src/api-user.ts';
import { codeOf, confirm, countSimulated, logged, open, there, unblind } from '../src/console.ts';
import { downloaded } from '../src/download.ts';
import { adopt, registered, serverOf } from '../src/fixtures.ts';
import { brokenWords, clean } from '../src/looks.ts';
import { Participant } from '../src/participant.ts';
import { arrived, visit } from '../src/routes.ts';
import { adminName, adminPassword, bundles, type Server } from '../src/server.ts';
import { unzip } from '../src/zip.ts';

/**
 * One study for all tests, with a small simulation, so that it starts quickly. `unblinded` is the same study with the
 * names of its arms, for tests after the one that unblinds it.
 */
const test = base.extend<{ admin: Page; unblinded: Server }, { study: Server }>({
  study: serverOf(bundles.example, async (study) => {
    await study.run('simulate', '--participants', '18', '--concurrent', '6', '--seed', '7');
  }),
  admin: async ({ page, study }, use) => {
    await adopt(new Participant(page, study), await study.signIn());
    await use(page);
  },
  unblinded: async ({ study }, use) => {
    await unblind(study);
    await use(study);
  },
});

// In order, on one server. After a failed test the others get a new server, so no test depends on an earlier one.
test.describe.configure({ mode: 'default' });

const drawnCharts = (page: Page) => page.getByRole('figure').filter({ has: page.getByRole('img') });

/**
 * Every chart with data: each of its marks is a row of its table. There are at least `count`: that of missing outcomes
 * comes once somebody is lost.
 */
async function charted(page: Page, count: number): Promise<void> {
  const charts = drawnCharts(page);
  await expect.poll(() => charts.count()).toBeGreaterThanOrEqual(count);
  // The frame of a drawing is empty until it is there.
  await expect(page.locator('figure > div:empty')).toHaveCount(0);
  for (const chart of await charts.all()) {
    const more = chart.getByRole('button', { name: 'Show as table' });
    if (await more.isVisible()) await more.click();
    await expect(chart.getByRole('table')).toBeVisible();
    const drawn = await chart.locator('.mark, .bar').count();
    // A row without a value has no mark; a mark without a row can't be.
    const rows = await chart.getByRole('row').count();
    expect(drawn).toBeGreaterThan(0);
    expect(drawn).toBeLessThan(rows);
  }
}

test('the administrator lands in the console and navigates it', async ({ page, study }) => {
  await visit(page, study, '/auth');
  await new Participant(page, study).signIn(adminName, adminPassword);
  await there(page, 'Overview');
  const navigation = page.getByRole('navigation', { name: 'Console' });
  for (const name of ['Participant flow', 'Results', 'Participants', 'Study', 'Audit log']) {
    await navigation.getByRole('link', { name, exact: true }).click();
    await there(page, name);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(`^${name} · `));
  }
  await page.goBack();
  await there(page, 'Study');
  await page.goto(`${study.address}/admin/no-such-page`);
  await arrived(page, '/');
});

test('only the administrator can open the console', async ({ page, study }) => {
  await page.goto(`${study.address}/admin`);
  await arrived(page, '/');
  await adopt(new Participant(page, study), await registered(study));
  await page.goto(`${study.address}/admin/results`);
  await arrived(page, '/');
});

test('the overview follows the study without a reload', async ({ admin: page, study }) => {
  await open(page, study, '', 'Overview');
  await expect(page.getByRole('status').getByText('Live')).toBeVisible();
  const registeredNow = page.locator('dl > div', { hasText: 'Registered' }).locator('dd').first();
  const before = Number(await registeredNow.textContent());
  // A chart by day needs two days.
  study.change(`update participant set created_at = created_at - 86400000
    where id = (select min(id) from participant where simulated = 1)`);
  await registered(study);
  await expect(registeredNow).toHaveText(String(before + 1));
  // Simulated participants do not count towards the planned sample.
  const planned = page.getByText(/^\d+ of \d+ planned slots taken$/);
  const people = await planned.textContent();
  await countSimulated(page);
  await expect(page.getByText(/do not count towards the target/)).toBeVisible();
  await expect(planned).toHaveText(people ?? '');
  await expect(registeredNow).toHaveText(String(before + 19));
  await charted(page, 2);
  await clean(page, 'overview');
  await page.context().setOffline(true);
  await study.down();
  await expect(page.getByText('The connection is lost.')).toBeVisible();
  await clean(page, 'overview without connection');
  await study.up();
  await page.context().setOffline(false);
  await expect(page.getByRole('status').getByText('Live')).toBeVisible();
});

test('participant flow as drawing, file and table', async ({ admin: page, study }) => {
  await open(page, study, '/consort', 'Participant flow');
  await countSimulated(page);
  const drawing = page.getByRole('group', { name: /^Flow of participants in/ });
  await expect(drawing).toContainText('Randomised to Arm A');
  const figures = (texts: string[]) => texts.join(' ').match(/\d+(?=\))/g) ?? [];
  const drawn = async () => figures(await drawing.locator('text').allTextContents()).sort();
  // With the simulated participants: a drawing that is redrawn during a click would move the button.
  await expect.poll(async () => (await drawn()).some((figure) => figure !== '0')).toBe(true);
  const file = await downloaded(page, page.getByRole('button', { name: 'Download as SVG' }));
  const svg = await readFile(await file.path(), 'utf8');
  const read = await page.evaluate((text) => {
    const file = new DOMParser().parseFromString(text, 'image/svg+xml');
    const words = (name: string) => file.querySelector(`svg > ${name}`)?.textContent;
    return [file.documentElement.tagName, words('title'), words('desc')];
  }, svg);
  expect(read).toEqual([
    'svg',
    expect.stringMatching(/^Flow of participants in/),
    expect.stringMatching(/participants registered/),
  ]);
  // Standalone: it uses no custom property of the page.
  expect(svg).not.toContain('var(');
  await page.getByText('Show as table').click();
  const table = page.getByRole('table', { name: 'CONSORT 2025 flow diagram' });
  // The drawing and the table have the same figures.
  const cells = table.getByRole('row').locator('td:last-child');
  await expect.poll(() => cells.count()).toBeGreaterThan(10);
  // Both are read again each time: either is requested again when somebody registers or the width changes.
  await expect(async () => {
    expect(await drawn()).toEqual((await cells.allTextContents()).sort());
  }).toPass({ timeout: 30_000 });
  await clean(page, 'participant flow');
});

/** The shapes of drawings that are hard to see on the background, grid lines aside. Runs in the page. */
function faint(): string[] {
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
      const value = Number(part) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: string, other: string) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'Canvas';
  const canvas = getComputedStyle(probe).color;
  probe.remove();
  const shapes = document.querySelectorAll(
    'svg.drawing :is(path, rect, line, polyline, text):not(.grid)',
  );
  return [...shapes]
    .filter((shape) => {
      const { fill, stroke } = getComputedStyle(shape);
      const paints = [fill, stroke].filter((paint) => paint !== 'none');
      // WCAG 2.2, 1.4.11 and 1.4.3.
      const needed = shape.matches('text') ? 4.5 : 3;
      return !paints.some((paint) => contrast(paint, canvas) >= needed);
    })
    .map((shape) => shape.outerHTML.slice(0, 80));
}

test('in forced colours, charts and the flow diagram stay visible', async ({
  admin: page,
  study,
}) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    for (const [path, heading, bars] of [
      ['', 'Overview', '.bar'],
      ['/consort', 'Participant flow', '.box'],
      ['/results', 'Results', '.mark'],
    ] as const) {
      await open(page, study, path, heading);
      await countSimulated(page);
      await page.locator(`svg.drawing ${bars}`).first().waitFor();
      expect.soft(await page.evaluate(faint), `${heading}, ${colorScheme}`).toEqual([]);
    }
  }
});

/** The entries of the audit log about packages, in order. */
function exports(study: Server) {
  return study.rows<{ details: string }>(
    "select details from audit where action = 'export data' order by rowid",
  );
}

test('an export before unblinding requires a reason', async ({ admin: page, study }) => {
  // The arms of simulated participants are no secret.
  await registered(study);
  await open(page, study, '/export', 'Export');
  await page.getByRole('button', { name: 'Download' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unblind yourself and download?' });
  await dialog.getByRole('button', { name: 'Unblind me and download' }).click();
  await expect(dialog.getByText('Please give a reason.')).toBeVisible();
  await clean(page, 'export before unblinding');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // The only one was created for the simulation certificate.
  expect(exports(study)).toHaveLength(1);
});

test('an export with blinded arms unblinds nobody', async ({ admin: page, study }) => {
  await registered(study);
  await open(page, study, '/export', 'Export');
  await page.getByRole('checkbox', { name: 'With blinded arms' }).check();
  await expect(page.getByRole('checkbox', { name: 'Only for publication' })).toBeDisabled();
  const file = await downloaded(page, page.getByRole('button', { name: 'Download' }));
  expect(file.suggestedFilename()).toMatch(/-blinded\.zip$/);
  await expect(page.getByText('The package is ready.')).toBeVisible();
  await clean(page, 'a blinded export');
  expect(JSON.parse(exports(study).at(-1)?.details ?? '')).toMatchObject({ blinded: true });
  await page.getByRole('checkbox', { name: 'With blinded arms' }).uncheck();
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('dialog', { name: 'Unblind yourself and download?' })).toBeVisible();
});

test('results: blinded labels until unblinding, tables', async ({ admin: page, study }) => {
  await open(page, study, '/results', 'Results');
  await countSimulated(page);
  await expect(page.getByRole('heading', { name: 'You are blinded' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('ontrol');
  await page.getByLabel('Outcome', { exact: true }).selectOption({ label: 'Criterion c' });
  await expect(page).toHaveURL(/outcome=criterion/);
  await charted(page, 8);
  await clean(page, 'results');
  await page.getByRole('button', { name: 'Unblind me' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Unblind me' }).click();
  await expect(dialog.getByText('Please give a reason.')).toBeVisible();
  await clean(page, 'unblinding without a reason');
  await confirm(page, 'Unblind me', 'The plan is registered');
  await expect(page.getByRole('heading', { name: 'You are unblinded' })).toBeVisible();
  expect(logged(study)).toContain('The plan is registered');
  await expect(page.getByRole('main')).not.toContainText('Arm A');
});

test('a colleague stays blinded until everybody is unblinded', async ({
  admin: page,
  unblinded: study,
  browser,
}) => {
  const said = await study.run('researcher', 'add', 'anna@example.org');
  const password = said.trim().split(' ').at(-1) ?? '';
  const other = await (await browser.newContext()).newPage();
  await adopt(new Participant(other, study), await study.signIn('anna@example.org', password));
  await open(other, study, '/results', 'Results');
  await countSimulated(other);
  await expect(other.getByRole('heading', { name: 'You are blinded' })).toBeVisible();
  await expect(other.getByRole('listitem').filter({ hasText: adminName })).toBeVisible();
  await expect(other.getByRole('main')).toContainText('Arm A');
  await expect(other.getByRole('main')).not.toContainText('ontrol');
  await clean(other, 'results of a blinded colleague');

  await open(page, study, '/results', 'Results');
  await page.getByRole('button', { name: 'Unblind everybody' }).click();
  await confirm(page, 'Unblind everybody', 'It is published');
  await expect(page.getByRole('heading', { name: 'Everybody is unblinded' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unblind' })).toHaveCount(0);
  await clean(page, 'everybody is unblinded');
  await open(other, study, '/results', 'Results');
  await expect(other.getByRole('heading', { name: 'Everybody is unblinded' })).toBeVisible();
  await expect(other.getByRole('main')).not.toContainText('Arm A');
  await other.context().close();
});

test('flow diagram: arm names fit their boxes', async ({ admin: page, unblinded: study }) => {
  for (const [language, heading] of [
    ['en', 'Participant flow'],
    ['de', 'Flussdiagramm'],
  ] as const) {
    await page.addInitScript((tag) => localStorage.setItem('locale', tag), language);
    await open(page, study, '/consort', heading);
    await page.getByRole('checkbox').check();
    const boxes = page.locator('main svg g:has(> rect):has(> text)');
    await expect(boxes.filter({ hasText: /(Cue exercise|Merkmalsübung) \(Flow A\)/ })).toHaveCount(
      1,
    );
    const outside = await boxes.evaluateAll((all) =>
      all.flatMap((one) => {
        const box = one.querySelector('rect')?.getBoundingClientRect() ?? new DOMRect();
        const words = [...one.querySelectorAll('tspan, text:not(:has(tspan))')];
        return words
          .filter((word) => {
            const { left, right, top, bottom } = word.getBoundingClientRect();
            return (
              left < box.left || right > box.right || top < box.top - 1 || bottom > box.bottom + 1
            );
          })
          .map((word) => word.textContent);
      }),
    );
    expect(outside).toEqual([]);
  }
});

test('results on paper: figures and tables, nothing cut off', async ({ admin: page, study }) => {
  await open(page, study, '/results', 'Results');
  await countSimulated(page);
  await charted(page, 8);
  await page.emulateMedia({ media: 'print' });
  // An A4 sheet without margins, in CSS pixels.
  await page.setViewportSize({ width: 718, height: 1047 });
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Hide the table' })).toHaveCount(0);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  const tables = page.getByRole('figure').getByRole('table');
  await expect(async () =>
    expect(await tables.count()).toBe(await drawnCharts(page).count()),
  ).toPass({
    timeout: 30_000,
  });
  const wider = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('main *')].filter(
      (one) => !one.closest('svg, .vh'),
    );
    const edge = document.documentElement.clientWidth;
    return shown
      .filter((one) => one.getBoundingClientRect().right > edge + 1)
      .map((one) => one.outerHTML.slice(0, 90));
  });
  expect(wider).toEqual([]);
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
});

test('on a phone: verdicts with hypotheses, the whole flow', async ({ admin: page, study }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, study, '/results', 'Results');
  await page.getByRole('checkbox').check();
  const list = page.getByRole('group', { name: 'Hypotheses' });
  await expect(list.getByRole('rowheader').first()).toBeVisible();
  expect(await list.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  const top = async (at: Locator) => (await at.boundingBox())?.y ?? Number.NaN;
  const first = list.getByRole('row').nth(1);
  const [name, verdict] = [first.getByRole('rowheader'), first.getByRole('cell').first()];
  expect((await top(verdict)) - (await top(name))).toBeLessThan(40);
  await open(page, study, '/consort', 'Participant flow');
  const drawing = page.getByRole('group', { name: /^Flow of participants in/ });
  const box = await drawing
    .getByText(/^Registered/)
    .first()
    .boundingBox();
  expect(box?.x).toBeGreaterThan(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(360);
  // Reasons for exclusion take a few lines, not one for each word.
  const counts = page.getByRole('table', { name: 'Counts of the data package' });
  await expect(counts.getByRole('rowheader').first()).toBeVisible();
  for (const reasons of await counts.locator('td > span').all())
    expect((await reasons.boundingBox())?.width).toBeGreaterThan(200);
});

test('in German on a phone: the bar and lists are whole', async ({ admin: page, study }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'de'));
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [path, heading, name] of [
    ['/participants', 'Teilnehmende', /^Teilnehmende, die neuesten zuerst$/],
    ['/audit', 'Audit-Protokoll', 'Wer hat was getan'],
  ] as const) {
    await open(page, study, path, heading);
    if (path === '/participants') await page.getByRole('checkbox').check();
    const list = page.getByRole('group', { name });
    await expect(list.getByRole('rowheader').first()).toBeVisible();
    expect(await list.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(65);
  }
});

test('German row headings keep their words whole on a phone', async ({ admin: page, study }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'de'));
  await open(page, study, '/results', 'Ergebnisse');
  await page.getByRole('checkbox').check();
  await expect(page.getByRole('rowheader', { name: 'Interessenkonflikte' })).toBeVisible();
  expect(await brokenWords(page)).toEqual([]);
});

// With the names of the arms and the column of the smallest effect, which they have after unblinding.
test('German lists fit a small desktop and paper', async ({ admin: page, unblinded: study }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'de'));
  for (const [path, heading, name] of [
    ['/results', 'Ergebnisse', 'Hypothesen'],
    ['/participants', 'Teilnehmende', /^Teilnehmende, die neuesten zuerst$/],
  ] as const) {
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page, study, path, heading);
    await page.getByRole('checkbox').check();
    const list = page.getByRole('group', { name });
    await expect(list.getByRole('row').nth(3)).toBeVisible();
    const cut = () => list.evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(await cut()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1047 });
    expect(await cut()).toBe(0);
  }
});

test('no select is narrower than its longest option', async ({ admin: page, unblinded: study }) => {
  for (const locale of ['en', 'de']) {
    await page.addInitScript((tag) => localStorage.setItem('locale', tag), locale);
    for (const [path, heading] of [
      ['/results', /^(Results|Ergebnisse)$/],
      ['/participants', /^(Participants|Teilnehmende)$/],
      ['/study', /^(Study|Studie)$/],
    ] as const) {
      await page.goto(`${study.address}/admin${path}`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await page.locator('main select').first().waitFor();
      const missing = await page.locator('main select').evaluateAll((selects) =>
        selects.map((select) => {
          const whole = select.cloneNode(true) as HTMLElement;
          whole.style.cssText = 'position: absolute; width: max-content; max-width: none';
          select.after(whole);
          const room = select.getBoundingClientRect().width - whole.getBoundingClientRect().width;
          whole.remove();
          return Math.max(0, Math.round(-room));
        }),
      );
      expect(missing, `${path} (${locale})`).toEqual(missing.map(() => 0));
    }
  }
});

test('on a phone, the filters of the list are folded', async ({ admin: page, study }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, study, '/participants?status=finished', 'Participants');
  await countSimulated(page);
  const status = page.getByLabel('Status');
  await expect(status).toBeHidden();
  await expect(page.getByRole('rowheader').first()).toBeInViewport();
  await page.getByRole('button', { name: 'Filters (1 active)' }).click();
  await status.selectOption('In progress');
  await expect(page).toHaveURL(/status=under_way/);
  await clean(page, 'filters on a phone');
});

test('a participant: find, exclude, re-include, withdraw', async ({ admin: page, study }) => {
  const api = new ApiUser(study, await registered(study));
  await api.walk((path) => path !== '/pre-questionnaire');
  const code = await codeOf(api);
  await open(page, study, '/participants', 'Participants');
  await countSimulated(page);
  await clean(page, 'participants');
  await page.getByLabel('Code or recruitment ID').fill(code.slice(0, 6));
  await expect(page).toHaveURL(/q=/);
  await page.getByLabel('Status').selectOption('In progress');
  await expect(page).toHaveURL(/status=under_way/);
  await page.goBack();
  await expect(page.getByLabel('Status')).toHaveValue('');
  await expect(page.getByLabel('Code or recruitment ID')).toHaveValue(code.slice(0, 6));
  await page.goBack();
  await expect(page.getByLabel('Code or recruitment ID')).toHaveValue('');
  await page.goForward();
  await page.getByRole('link', { name: code }).click();
  await there(page, `Participant ${code}`);
  await expect(page.getByText('Entered: Pre-questionnaire')).toBeVisible();
  await page.locator('details', { hasText: 'Took' }).first().locator('summary').click();
  await clean(page, 'one participant');
  await page.getByRole('button', { name: 'Exclude' }).click();
  const dialog = page.getByRole('dialog');
  await confirm(page, 'Exclude', 'Took part twice');
  await expect(page.getByText('Excluded from the analysis')).toBeVisible();
  await page.getByRole('button', { name: 'Re-include' }).click();
  await confirm(page, 'Re-include', 'Took part once');
  await expect(page.getByText('Excluded from the analysis')).toHaveCount(0);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByText('Erase.').click();
  await dialog.getByLabel('Reason').fill('Asked for it');
  await dialog.getByLabel(/^Type /).fill('wrong');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(dialog.getByText('The text does not match.')).toBeVisible();
  await clean(page, 'erasing somebody');
  await dialog.getByLabel(/^Type /).fill(code);
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(
    page.getByRole('heading', { name: `All data of ${code} have been erased` }),
  ).toBeVisible();
  expect(study.rows(`select 1 from participant where code = '${code}'`)).toEqual([]);
  for (const reason of ['Took part twice', 'Took part once', 'Asked for it'])
    expect(logged(study)).toContain(reason);
  await clean(page, 'participant who is gone');
});

test('study: paused and opened again, quotas', async ({ admin: page, study }) => {
  await open(page, study, '/study', 'Study');
  const dialog = page.getByRole('dialog');
  const pause = page.getByRole('button', { name: 'Pause' });
  // By keyboard: after every way to close a dialog, the focus returns to its opener.
  for (const away of ['Escape', 'Enter']) {
    await pause.press('Enter');
    if (away === 'Enter') await dialog.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press(away);
    await expect(dialog).toHaveCount(0);
    await expect(pause).toBeFocused();
  }
  await pause.press('Enter');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await confirm(page, 'Pause', 'Waiting for the ethics board');
  await expect(page.getByText('New participants cannot register for now.')).toBeVisible();
  // The pressed button was replaced by another.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(registered(study)).rejects.toThrow();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await confirm(page, 'Open', 'It has agreed');
  await expect(page.getByText('Participants can register.')).toBeVisible();
  const quotas = page.getByRole('button', { name: 'Change the quotas' });
  await expect(dialog).toHaveCount(0);
  await quotas.press('Enter');
  await expect(page.getByLabel('All arms together')).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(quotas).toBeFocused();
  await quotas.press('Enter');
  const ofAnArm = page.locator('form').getByRole('textbox').nth(1);
  await ofAnArm.fill('many');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a whole number').first()).toBeVisible();
  await expect(ofAnArm).toBeFocused();
  await clean(page, 'study with a quota that is no number');
  await ofAnArm.fill('');
  await page.getByLabel('All arms together').fill('400');
  await page.getByLabel('Reason').fill('As planned');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('cell', { name: '400' })).toBeVisible();
  await expect(quotas).toBeFocused();
  for (const reason of ['Waiting for the ethics board', 'It has agreed', 'As planned'])
    expect(logged(study)).toContain(reason);
  await clean(page, 'study');
});

test('the audit log has every act with its reason', async ({ admin: page, study }) => {
  const admin = new ApiUser(study, await study.signIn());
  const code = await codeOf(new ApiUser(study, await registered(study)));
  await admin.call('put', '/api/admin/study/status', {
    body: { status: 'paused', reason: 'Acts to read about' },
  });
  await admin.call('put', '/api/admin/study/status', {
    body: { status: 'open', reason: 'They are read' },
  });
  const exclusion = '/api/admin/participants/{code}/exclusion';
  await admin.call('post', exclusion, { path: { code }, body: { reason: 'Knows the study' } });
  await admin.call('delete', exclusion, { path: { code }, body: { reason: 'Did not know it' } });
  await open(page, study, '/audit', 'Audit log');
  await expect(page.getByText('The log is intact')).toBeVisible();
  for (const reason of [
    'Acts to read about',
    'They are read',
    'Knows the study',
    'Did not know it',
  ]) {
    await expect(page.getByRole('cell', { name: reason })).toBeVisible();
  }
  await clean(page, 'audit log');
  const heads = () =>
    study.rows<{ number: number; hash: string }>(
      'select number, lower(hex(hash)) as hash from audit order by number desc limit 1',
    );
  const [end] = heads();
  await expect(page.getByText(`Entries: ${end?.number}.`)).toBeVisible();
  await expect(page.getByText(end?.hash ?? '')).toBeVisible();
  const file = await downloaded(page, page.getByRole('button', { name: 'Download the log' }));
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(end?.number ?? 0);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject(end ?? {});
  await expect(page.getByRole('cell', { name: 'Audit log downloaded' })).toBeVisible();
  await expect(page.getByText(heads()[0]?.hash ?? '')).toBeVisible();
});

test('a changed log is announced with its position', async ({ admin: page, study }) => {
  await page.route('**/api/admin/audit', async (route) => {
    const log = await (await route.fetch()).json();
    log.chain = { ...log.chain, whole: false, brokenAt: 3 };
    await route.fulfill({ json: log });
  });
  await open(page, study, '/audit', 'Audit log');
  await expect(page.getByRole('alert')).toContainText('Entry 3 does not match');
  await clean(page, 'audit log that was changed');
});

test('a page that failed to load can be requested again', async ({ admin: page, study }) => {
  await page.route('**/api/admin/study', (route) => route.fulfill({ status: 500 }));
  await open(page, study, '/study', 'Study');
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await clean(page, 'page that failed');
  await page.unroute('**/api/admin/study');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Participants can register.')).toBeVisible();
});

test('without a server the console stays and reconnects', async ({ admin: page, study }) => {
  const unanswered = page.getByText('The server did not answer.');
  await open(page, study, '/study', 'Study');
  await page.getByRole('button', { name: 'Pause' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Nobody is there to hear it');
  await study.down();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(unanswered).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // A page whose code was never fetched.
  const navigation = page.getByRole('navigation', { name: 'Console' });
  await navigation.getByRole('link', { name: 'Audit log' }).click();
  await there(page, 'Audit log');
  await expect(unanswered).toBeVisible();
  await clean(page, 'page without its code');
  await page.waitForEvent('requestfailed', (call) => call.url().endsWith('/api/users/profile'));
  await study.up();
  await expect(page.getByText('The log is intact')).toBeVisible();
  // A page whose code is loaded and whose data are old.
  await navigation.getByRole('link', { name: 'Study', exact: true }).click();
  await expect(page.getByText('Participants can register.')).toBeVisible();
  await navigation.getByRole('link', { name: 'Audit log' }).click();
  await there(page, 'Audit log');
  await study.down();
  await navigation.getByRole('link', { name: 'Participant flow' }).click();
  await navigation.getByRole('link', { name: 'Study', exact: true }).click();
  await study.up();
  await expect(page.getByText('Participants can register.')).toBeVisible();
  await expect(unanswered).toHaveCount(0);
});

/** All counts of participants and submissions. */
function counted(study: Server) {
  return study.rows(`select
    (select count(*) from participant where kind = 'person') people,
    (select count(*) from allocation where state <> 'free') places,
    (select count(*) from submission s join participant p on p.id = s.participant where p.kind = 'person') answers`);
}

/** Presses a button that closes its tab, which may be gone before the click has returned. */
async function closing(tab: Page, button: Locator): Promise<void> {
  const closed = tab.waitForEvent('close');
  await button.click().catch((error) => {
    if (!tab.isClosed()) throw error;
  });
  await closed;
}

test('a preview of any page stores nothing', async ({ admin: page, study }) => {
  const requests: string[] = [];
  page.context().on('request', (request) => requests.push(request.url()));
  await open(page, study, '/study?group=treatment_0&language=de', 'Study');
  const before = counted(study);
  /** Opens the page of this name by keyboard, from the search field. */
  const look = async (words: string, name: string | RegExp, path: RegExp): Promise<Page> => {
    await page.getByLabel('Find a page').fill(words);
    const button = page.getByRole('button', { name });
    await expect(button).toHaveCount(1);
    const opened = page.context().waitForEvent('page');
    await button.focus();
    await page.keyboard.press('Enter');
    const preview = await opened;
    await expect(preview).toHaveURL(path);
    const group = await page.getByLabel('Group').locator('option:checked').textContent();
    await expect(preview.getByRole('complementary', { name: `Preview of ${group}` })).toBeVisible();
    return preview;
  };
  const verdict = await look('wrong 3.', /^Wrong answer: 3\. /, /\/question\/[^/]+\/incorrect$/);
  await expect(verdict.getByRole('heading', { level: 1 })).toHaveText('Leider nicht richtig');
  await clean(verdict, 'preview of a verdict');
  await verdict.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(verdict).toHaveURL(/\/flow-a\/question\/[^/]+$/);
  await verdict.reload();
  await expect(verdict.locator('#answer input').first()).toBeVisible();
  await closing(verdict, verdict.getByRole('button', { name: 'End the preview' }));
  const reasons = await look('reasons 5.', /^Reasons: 5\. /, /\/followup$/);
  await expect(reasons.getByRole('group').first()).toBeVisible();
  await page.getByLabel('Test form').selectOption('y');
  const section = await look('vier clips', /^Open: 7\. Vier Clips/, /\/pre-questionnaire$/);
  const title = section.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Vier Clips');
  await section.getByRole('button', { name: 'Beginnen' }).click();
  await expect(title).toHaveText('Clip 1 von 4');
  await page.getByLabel('Group').selectOption('treatment_1');
  const post = await look(
    'right flaschensammlung',
    /^Right answer: 2\. /,
    /\/flow-b\/.+\/correct$/,
  );
  await expect(post.getByRole('heading', { level: 1 })).toHaveText('Richtig');
  await page.getByLabel('Group').selectOption('control_0');
  const clip = await look('control 9.', /^Open: 9\. /, /\/control-flow$/);
  await expect(clip.getByText('Maren Okafor kündigt eine Sammlung an.').first()).toBeVisible();
  await page.getByLabel('Find a page').fill('nothing like it');
  await expect(page.getByText('No page matches.')).toBeVisible();
  await page.getByLabel('Find a page').fill('try-out');
  await expect(page.getByRole('button', { name: /^Wrong answer: / })).toBeVisible();
  await clean(page, 'choice of previews');
  expect(counted(study)).toEqual(before);
  expect(requests.filter((url) => url.includes('/api/collect'))).toEqual([]);
});

test('the data package: downloaded and listed', async ({ admin: page, unblinded: study }) => {
  await open(page, study, '/export', 'Export');
  await clean(page, 'export');
  await page.getByText('Simulated participants.', { exact: true }).click();
  const file = await downloaded(page, page.getByRole('button', { name: 'Download' }));
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  // A ZIP file begins with these letters.
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
  await expect(page.getByText('The package is ready.')).toBeVisible();
  const made = exports(study).at(-1);
  await expect(
    page.getByRole('cell', { name: JSON.parse(made?.details ?? '{}').package }),
  ).toBeVisible();
  await clean(page, 'export that was made');
});

test('XLSX tables and accounts only on request', async ({ admin: page, unblinded: study }) => {
  const { username } = await registered(study);
  await open(page, study, '/export', 'Export');
  await page.getByText('Tables as XLSX too.').click();
  await page.getByText('Accounts and recruitment IDs.').click();
  await page.getByRole('button', { name: 'Download' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download these data?' });
  await clean(page, 'asking for accounts');
  const downloads: Download[] = [];
  page.on('download', (one) => downloads.push(one));
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByText('The package is ready.')).toBeVisible();
  await expect.poll(() => downloads.length).toBe(2);
  const contents = new Map<string, Buffer>();
  for (const one of downloads) {
    contents.set(one.suggestedFilename().split('.').at(-1) ?? '', await readFile(await one.path()));
  }
  const files = unzip(contents.get('zip') ?? Buffer.of());
  const workbook = [...files].find(([name]) => name.endsWith('.xlsx'));
  const sheets = [...unzip(workbook?.[1] ?? Buffer.of()).keys()];
  expect(sheets.filter((name) => name.startsWith('xl/worksheets/')).length).toBeGreaterThan(5);
  expect([...files.values()].some((file) => file.includes(username))).toBe(false);
  const accounts = contents.get('csv') ?? Buffer.of();
  expect(accounts.toString()).toContain(username);
  // Both files are made at the same time: either may be in the log first.
  const logged = exports(study).map(({ details }) => JSON.parse(details));
  const made = logged.find((one: { identities?: string }) => one.identities);
  expect(made.identities).toBe(createHash('sha256').update(accounts).digest('hex'));
  await expect(page.getByRole('cell', { name: made.identities })).toBeVisible();
});
