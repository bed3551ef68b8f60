/** Screenshots of states that a page has only after an action or an error, in English, on a phone and on a desktop. */
import type { Page } from '@playwright/test';
import { countSimulated, there } from '../src/console.ts';
import { adopt, jump, jumpToVideo, registered, serverOf, test as tests } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import { visit } from '../src/routes.ts';
import type { Server } from '../src/server.ts';
import { type Shot, SIZES, save, shoot, study } from './shots.ts';

/** `simulated` has 30 simulated participants. */
const test = tests.extend<object, { own: Server; simulated: Server }>({
  own: serverOf(study),
  simulated: serverOf(study, async (server) => {
    await server.run('simulate', '--participants', '30', '--concurrent', '6');
  }),
});

type Servers = { own: Server; simulated: Server };

interface State {
  name: string;
  reach: (page: Page, servers: Servers) => Promise<unknown>;
}

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

/** Makes the page right-to-left, which the app does for languages that no study here has. */
const mirror = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });

/** A page of the console that counts simulated participants. */
const consolePage = (path: string, heading: string): State => ({
  name: `console, ${heading}`,
  reach: async (page, { simulated }) => {
    await adopt(new Participant(page, simulated), await simulated.signIn());
    await page.goto(`${simulated.address}/admin`);
    await countSimulated(page);
    await page.goto(`${simulated.address}/admin${path}`);
    await there(page, heading);
    await page.getByText(/being computed/).waitFor({ state: 'hidden' });
  },
});

const STATES: State[] = [
  {
    name: 'consent, declined',
    reach: async (page, { own }) => {
      await visit(page, own, '/consent');
      await press(page, 'I do not want to take part');
    },
  },
  {
    name: 'registration, field errors',
    reach: async (page, { own }) => {
      await visit(page, own, '/consent');
      await new Participant(page, own).agree();
      await press(page, 'Create account');
    },
  },
  {
    name: 'questionnaire, field errors',
    reach: async (page, { own }) => {
      await jump(new Participant(page, own), 'control_0', '/pre-questionnaire');
      await press(page, 'Continue');
    },
  },
  {
    name: 'Flow A, clip not played yet',
    reach: async (page, { own }) => {
      await jumpToVideo(new Participant(page, own));
      await page.locator('#answer input').first().check();
      await page.locator('#confidence input[value="70"]').check();
      await press(page, 'Continue');
    },
  },
  {
    name: 'Flow A, second look',
    reach: async (page, { own }) => {
      await jump(new Participant(page, own), 'treatment_0', '/flow-a/question/*/incorrect');
      await press(page, 'Try again with a hint');
    },
  },
  {
    name: 'Flow A, forced colours',
    reach: async (page, { own }) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await jump(new Participant(page, own), 'treatment_0', '/flow-a/question/*');
      await page.locator('#answer input').first().check();
    },
  },
  {
    name: 'Flow A, right to left',
    reach: async (page, { own }) => {
      await jump(new Participant(page, own), 'treatment_0', '/flow-a/question/*');
      await mirror(page);
    },
  },
  {
    name: 'questionnaire, right to left',
    reach: async (page, { own }) => {
      await jump(new Participant(page, own), 'control_0', '/pre-questionnaire');
      await mirror(page);
    },
  },
  {
    name: 'withdrawn',
    reach: async (page, { own }) => {
      await adopt(new Participant(page, own), await registered(own));
      await visit(page, own, '/profile');
      await press(page, 'Withdraw from the study');
      const dialog = page.getByRole('dialog');
      const choices = dialog.getByRole('radio');
      // The study may not leave the choice to participants.
      if (await choices.count()) await choices.first().check();
      await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
      await page.getByRole('heading', { name: 'You have withdrawn' }).waitFor();
    },
  },
  consolePage('', 'Overview'),
  consolePage('/consort', 'Participant flow'),
  consolePage('/results', 'Results'),
  consolePage('/participants', 'Participants'),
  consolePage('/study', 'Study'),
  consolePage('/export', 'Export'),
  consolePage('/audit', 'Audit log'),
  {
    // The last one, because nobody can register afterwards.
    name: 'closed study',
    reach: async (page, { own }) => {
      const { access_token } = await own.signIn();
      const body = { status: 'closed', reason: 'Screenshots' } as const;
      await own.as(access_token)('put', '/api/admin/study/status', { body });
      await visit(page, own, '/');
    },
  },
];

test.describe.configure({ mode: 'default' });

for (const [at, { name, reach }] of STATES.entries()) {
  test(name, async ({ browser, own, simulated }) => {
    const shots: Shot[] = [];
    for (const [size, viewport] of Object.entries(SIZES)) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
      await context.addInitScript(() => Object.assign(localStorage, { locale: 'en' }));
      const page = await context.newPage();
      await reach(page, { own, simulated });
      const variant = `en, light, ${size}`;
      const file = `states/${name}, ${size}.png`;
      await shoot(page, file);
      shots.push({ group: 'states', at: at + 1, page: name, variant, file });
      await context.close();
    }
    // In a file of its own, because a failed state does not affect the others.
    save(`states-${String(at + 1).padStart(2, '0')}`, shots);
  });
}
