/** A screenshot of every page of every arm, in each language, theme and size. */
import type { BrowserContext, Page } from '@playwright/test';
import { ApiUser } from '../src/api-user.ts';
import { type Group, nextIs, registered, serverOf, test as tests } from '../src/fixtures.ts';
import { kindOf } from '../src/page-kind.ts';
import type { Server } from '../src/server.ts';
import { type Shot, SIZES, save, shoot as shootPage, study } from './shots.ts';

const THEMES = ['light', 'dark'] as const;
const ARMS: Group[] = ['control_0', 'treatment_0', 'treatment_1'];
/** Pages that everyone sees before the study. */
const PUBLIC = ['/', '/consent', '/auth'];
/** How many pages of one kind are taken: questions of an exercise, pages of a section. */
const MOST = 2;

interface Variant {
  name: string;
  context: BrowserContext;
  page: Page;
}

const test = tests.extend<object, { own: Server }>({ own: serverOf(study) });

for (const arm of ARMS) {
  test(arm, async ({ browser, own }) => {
    const { locales } = await own.call('get', '/api/study');
    const variants: Variant[] = [];
    for (const { tag } of locales) {
      for (const theme of THEMES) {
        for (const [size, viewport] of Object.entries(SIZES)) {
          const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
          await context.addInitScript((stored) => Object.assign(localStorage, stored), {
            theme,
            locale: tag,
          });
          const page = await context.newPage();
          variants.push({ name: `${tag}, ${theme}, ${size}`, context, page });
        }
      }
    }
    const shots: Shot[] = [];
    let at = 0;
    const shoot = async (path: string, name: string) => {
      at += 1;
      for (const variant of variants) {
        const file = `${arm}/${String(at).padStart(3, '0')} ${variant.name}.png`;
        await variant.page.goto(own.address + path);
        await shootPage(variant.page, file);
        shots.push({ group: arm, at, page: name, variant: variant.name, file });
      }
    };

    for (const path of PUBLIC) await shoot(path, path);
    nextIs(own, arm);
    const who = await registered(own);
    const stored = { auth_token: who.access_token, refresh_token: who.refresh_token };
    for (const { context } of variants) {
      await context.addInitScript((tokens) => Object.assign(localStorage, tokens), stored);
    }
    const api = new ApiUser(own, who);
    const taken = new Map<string, number>();
    for (let state = await api.position(); ; state = await api.step(state)) {
      const kind = await kindOf(api, state.currentState);
      const count = taken.get(kind) ?? 0;
      taken.set(kind, count + 1);
      if (count < MOST) await shoot(state.currentState, kind);
      if (state.currentState === '/end') break;
    }
    await shoot('/profile', '/profile');
    await shoot('/dashboard', '/dashboard');
    for (const { context } of variants) await context.close();
    save(arm, shots);
  });
}
