/** A screenshot of every page of every arm, in each language, theme and size. */
import { ApiUser } from '../src/api-user.ts';
import { type Group, nextIs, registered, serverOf, test as tests } from '../src/fixtures.ts';
import { kindOf } from '../src/page-kind.ts';
import type { Server } from '../src/server.ts';
import { type Shot, SIZES, save, shoot, study, variantsOf } from './shots.ts';

const ARMS: Group[] = ['control_0', 'treatment_0', 'treatment_1'];
/** Pages that everyone sees before the study. */
const PUBLIC = ['/', '/consent', '/auth'];
/** Leads from the instructions of a section of judgements to its first item. */
const START = /^(Start|Beginnen)$/;
/** How many pages of one kind are taken, such as questions of an exercise: all, unless `MOST` says otherwise. */
const MOST = Number(process.env.MOST ?? Number.POSITIVE_INFINITY);

const test = tests.extend<object, { own: Server }>({ own: serverOf(study) });

for (const arm of ARMS) {
  test(arm, async ({ browser, own }) => {
    const { locales } = await own.call('get', '/api/study');
    const opened = await Promise.all(
      variantsOf(locales).map(async (variant) => {
        const viewport = SIZES[variant.size];
        const context = await browser.newContext({
          viewport,
          locale: variant.locale,
          reducedMotion: 'reduce',
        });
        await context.addInitScript(
          (locale) => Object.assign(localStorage, { locale }),
          variant.locale,
        );
        return { variant, context, page: await context.newPage() };
      }),
    );
    const shots: Shot[] = [];
    const taken = new Map<string, number>();
    let at = 0;
    const take = async (path: string, kind = path) => {
      const before = taken.get(kind) ?? 0;
      taken.set(kind, before + 1);
      if (before >= MOST) return;
      at += 1;
      let begun = 0;
      for (const { variant, page } of opened) {
        await page.goto(own.address + path);
        const of = { group: arm, at, page: kind, repeated: before > 0 };
        shots.push(...(await shoot(page, variant, of)));
        const start = page.locator('main').getByRole('button', { name: START });
        if (!path.endsWith('-questionnaire') || (await start.count()) === 0) continue;
        await start.click();
        begun = 1;
        const first = { ...of, at: at + 1, page: `${kind}, first item` };
        shots.push(...(await shoot(page, variant, first)));
      }
      at += begun;
    };

    for (const path of PUBLIC) await take(path);
    nextIs(own, arm);
    const who = await registered(own);
    const stored = { auth_token: who.access_token, refresh_token: who.refresh_token };
    for (const { context } of opened) {
      await context.addInitScript((tokens) => Object.assign(localStorage, tokens), stored);
    }
    const api = new ApiUser(own, who);
    for (let state = await api.position(); ; state = await api.step(state)) {
      await take(state.currentState, await kindOf(api, state.currentState));
      if (state.currentState === '/end') break;
    }
    await take('/profile');
    await take('/dashboard');
    for (const { context } of opened) await context.close();
    save(arm, shots);
  });
}
