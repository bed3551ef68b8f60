/** Screenshots of states that a page has only after an action or an error, in each language, theme and size. */
import type { Page } from '@playwright/test';
import { ApiUser } from '../src/api-user.ts';
import { adopt, type Group, nextIs, registered, serverOf, test as tests } from '../src/fixtures.ts';
import { Participant } from '../src/participant.ts';
import { adminName, adminPassword, type Server } from '../src/server.ts';
import { anyway } from '../src/unseen.ts';
import { type Shot, SIZES, save, shoot, study, variantsOf } from './shots.ts';

/** Nobody takes part on `empty`; `simulated` has 30 simulated participants. */
const test = tests.extend<object, { own: Server; empty: Server; simulated: Server }>({
  own: serverOf(study),
  empty: serverOf(study),
  simulated: serverOf(study, async (server) => {
    await server.run('simulate', '--participants', '30', '--concurrent', '6');
  }),
});

interface Place {
  page: Page;
  own: Server;
  empty: Server;
  simulated: Server;
}

interface State {
  name: string;
  reach: (place: Place) => Promise<unknown>;
}

/** Names of buttons and headings in the languages of the interface. */
const CONTINUE = /^(Continue|Weiter)$/;
const CHECK_ANSWER = /^(Check my answer|Antwort prüfen)$/;
const DECLINE = /^(I do not want to take part|Ich möchte nicht teilnehmen)$/;
const CREATE = /^(Create account|Konto anlegen)$/;
const HINT = /^(Try again with a hint|Mit Hinweis noch einmal versuchen)$/;
const WITHDRAW = /^(Withdraw( from the study)?|Teilnahme beenden)$/;
const TO_DASHBOARD = /^(Go to Dashboard|Zur Übersicht)$/;
const LEAVE = /^(Leave for now|Später weitermachen)$/;
const USER_MENU = /^(User menu|Benutzermenü)$/;
const SHOW_WHERE = /^(Show me where|Stelle zeigen)$/;
const ZOOM_IN = /^(Zoom in|Vergrößern)$/;
const NEW_STUDY = /^(New study|Neue Studie)$/;
const GIVE_ROLE = /^(Give a role|Rolle geben)$/;
const ONLY_WRONG = /^(Only what I got wrong|Nur, was ich falsch beurteilt habe)/;

const press = (page: Page, name: RegExp) =>
  page.locator('main').getByRole('button', { name }).click();

/** Opens a page of the study without an account. */
const publicPage = ({ page, own }: Place, path: string) => page.goto(own.address + path);

/** Opens the page where a new participant of this arm arrives through the API. */
async function land(
  { page, own }: Place,
  arm: Group,
  walk: (api: ApiUser) => Promise<string>,
): Promise<ApiUser> {
  nextIs(own, arm);
  const who = await registered(own);
  const api = new ApiUser(own, who);
  const path = await walk(api);
  await adopt(new Participant(page, own), who);
  await page.goto(own.address + path);
  await page.locator('main h1').first().waitFor();
  return api;
}

/** Walks to the first page whose path matches. */
const to = (path: RegExp) => (api: ApiUser) => api.walk((at) => path.test(at));

const QUESTION = /^\/flow-a\/question\/[^/]+$/;
const POST = /^\/flow-b\/question\/[^/]+$/;

async function judge(page: Page): Promise<void> {
  await page.locator('#answer input').first().check();
  const sure = page.locator('#confidence input[value="70"]');
  if (await sure.count()) await sure.check();
}

/** Makes the page right-to-left, which the app does for languages that no study here has. */
const mirror = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    root.dir = 'rtl';
    // The app sets the direction of its own language when the texts of that language have arrived.
    new MutationObserver(() => {
      if (root.dir !== 'rtl') root.dir = 'rtl';
    }).observe(root, { attributeFilter: ['dir'] });
  });

async function openWithdrawal({ page, own }: Place): Promise<void> {
  await adopt(new Participant(page, own), await registered(own));
  await page.goto(`${own.address}/profile`);
  await press(page, WITHDRAW);
}

/** A page of the console; `simulated` participants count. */
async function openConsole({ page, simulated }: Place, path: string): Promise<void> {
  await adopt(new Participant(page, simulated), await simulated.signIn());
  await page.goto(`${simulated.address}/admin`);
  await page.evaluate(() => sessionStorage.setItem('console-simulated', 'yes'));
  await page.goto(`${simulated.address}/admin${path}`);
  await page.locator('main h1').first().waitFor();
}

const consolePage = (path: string, heading: string): State => ({
  name: `console, ${heading}`,
  reach: (place) => openConsole(place, path),
});

/** A page of the installation, for the administrator. */
const installationPage = (path: string, heading: string): State => ({
  name: `installation, ${heading}`,
  reach: async ({ page, simulated }) => {
    await page.goto(`${simulated.address}/console`);
    await page.locator('[name=username]').fill(adminName);
    await page.locator('[name=password]').fill(adminPassword);
    await page.locator('main form [type=submit]').click();
    await page.locator('main table').first().waitFor();
    await page.goto(`${simulated.address}/console${path}`);
    await page.locator('main h1').first().waitFor();
  },
});

/** A page of the installation with the dialog that a button opens. */
const installationDialog = (path: string, button: RegExp, name: string): State => ({
  name: `installation, ${name}`,
  reach: async (place) => {
    await installationPage(path, name).reach(place);
    await press(place.page, button);
    await place.page.getByRole('dialog').waitFor();
  },
});

const installationEntry = (path: string, name: string): State => ({
  name: `installation, ${name}`,
  reach: async ({ page, empty }) => {
    await page.goto(`${empty.address}/console${path}`);
    await page.locator('main h1').first().waitFor();
  },
});

async function setStatus(own: Server, status: 'open' | 'paused' | 'closed'): Promise<void> {
  const { access_token } = await own.signIn();
  const body = { status, reason: 'Screenshots' };
  await own.as(access_token)('put', '/api/admin/study/status', { body });
}

async function setQuota(own: Server, total: number | null): Promise<void> {
  const { access_token } = await own.signIn();
  const body = { total, arms: {}, reason: 'Screenshots' };
  await own.as(access_token)('put', '/api/admin/study/quotas', { body });
}

const CLOSED: State[] = (['paused', 'closed'] as const).map((status) => ({
  name: `${status} study`,
  reach: async (place) => {
    await setStatus(place.own, status);
    await publicPage(place, '/');
    await place.page.locator('main h1').first().waitFor();
    await setStatus(place.own, 'open');
  },
}));

const STATES: State[] = [
  {
    name: 'consent, declined',
    reach: async (place) => {
      await publicPage(place, '/consent');
      await press(place.page, DECLINE);
    },
  },
  {
    name: 'consent, all sections open',
    reach: async (place) => {
      await publicPage(place, '/consent');
      for (const part of await place.page.locator('main details > summary').all())
        await part.click();
    },
  },
  {
    name: 'registration, field errors',
    reach: async (place) => {
      await publicPage(place, '/consent');
      for (const box of await place.page.locator('main').getByRole('checkbox').all())
        await box.check();
      await place.page
        .locator('main form [type=submit], main button')
        .filter({ hasText: /agree|Einwilligen/ })
        .click();
      await press(place.page, CREATE);
    },
  },
  {
    name: 'questionnaire, field errors',
    reach: async (place) => {
      await land(place, 'control_0', to(/^\/pre/));
      await press(place.page, CONTINUE);
    },
  },
  {
    name: 'questionnaire, leaving',
    reach: async (place) => {
      await land(place, 'control_0', to(/^\/pre/));
      await press(place.page, LEAVE);
      await place.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'questionnaire, answer waits offline',
    reach: async (place) => {
      const api = await land(place, 'control_0', to(/^\/flow|^\/control/));
      await api.position();
      await place.page.context().setOffline(true);
      for (const group of await place.page.locator('main fieldset:has([type=radio])').all()) {
        await group.locator('input[type=radio]').nth(2).check();
      }
      for (const slider of await place.page.locator('main input[type=range]').all()) {
        await slider.press('ArrowRight');
      }
      await place.page.locator('main form button[type=submit], main button').last().click();
      if (await anyway(place.page).count()) await anyway(place.page).click();
    },
  },
  {
    name: 'Flow A, user menu',
    reach: async (place) => {
      await land(place, 'treatment_0', to(QUESTION));
      await press(place.page, USER_MENU);
    },
  },
  {
    name: 'Flow A, picture enlarged',
    reach: async (place) => {
      await land(place, 'treatment_0', (api) => api.toMedia('image'));
      await press(place.page, ZOOM_IN);
    },
  },
  {
    name: 'Flow A, marks shown',
    reach: async (place) => {
      await land(place, 'treatment_0', to(/^\/flow-a\/question\/[^/]+\/incorrect$/));
      const marks = place.page.getByRole('button', { name: SHOW_WHERE });
      if (await marks.count()) await marks.click();
    },
  },
  {
    name: 'Flow A, clip not played yet',
    reach: async (place) => {
      await land(place, 'treatment_0', (api) => api.toMedia('video'));
      await judge(place.page);
      await press(place.page, CONTINUE);
    },
  },
  {
    name: 'Flow A, medium not available',
    reach: async (place) => {
      await place.page.route('**/api/media/**', (route) => route.abort());
      await land(place, 'treatment_0', (api) => api.toMedia('video'));
    },
  },
  {
    name: 'Flow A, second look',
    reach: async (place) => {
      await land(place, 'treatment_0', to(/^\/flow-a\/question\/[^/]+\/incorrect$/));
      await press(place.page, HINT);
    },
  },
  {
    name: 'Flow A, forced colours',
    reach: async (place) => {
      await place.page.emulateMedia({ forcedColors: 'active' });
      await land(place, 'treatment_0', to(QUESTION));
      await place.page.locator('#answer input').first().check();
    },
  },
  {
    name: 'Flow A, right to left',
    reach: async (place) => {
      await land(place, 'treatment_0', to(QUESTION));
      await mirror(place.page);
    },
  },
  {
    name: 'Flow B, nothing checked yet',
    reach: async (place) => {
      await land(place, 'treatment_1', to(POST));
      await judge(place.page);
      await press(place.page, CHECK_ANSWER);
    },
  },
  {
    name: 'Flow B, answer chosen',
    reach: async (place) => {
      await land(place, 'treatment_1', to(POST));
      await place.page.locator('#answer input').first().check();
    },
  },
  {
    name: 'Flow B, everything opened',
    reach: async (place) => {
      await land(place, 'treatment_1', to(POST));
      for (const part of await place.page.locator('main details > summary').all())
        await part.click();
    },
  },
  {
    name: 'Flow B, second look',
    reach: async (place) => {
      await land(place, 'treatment_1', to(/^\/flow-b\/question\/[^/]+\/incorrect$/));
      await press(place.page, HINT);
    },
  },
  {
    name: 'dashboard, one person done',
    reach: (place) => {
      let seen = 0;
      return land(place, 'treatment_1', (api) =>
        api.walk((path) => path === '/dashboard' && seen++ > 0),
      );
    },
  },
  {
    name: 'questionnaire, right to left',
    reach: async (place) => {
      await land(place, 'control_0', to(/^\/pre/));
      await mirror(place.page);
    },
  },
  {
    name: 'end, only wrong answers',
    reach: async (place) => {
      await land(place, 'treatment_0', to(/^\/end$/));
      await place.page.getByRole('checkbox', { name: ONLY_WRONG }).check();
    },
  },
  {
    name: 'session over',
    reach: async (place) => {
      await land(place, 'control_0', to(/^\/pre/));
      await place.page.evaluate(() => {
        localStorage.setItem('auth_token', 'over');
        localStorage.setItem('refresh_token', 'over');
      });
      await place.page.goto(`${place.own.address}/profile`);
      await place.page.waitForURL('**/auth');
    },
  },
  {
    name: 'withdrawing',
    reach: async (place) => {
      await openWithdrawal(place);
      await place.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'withdrawn',
    reach: async (place) => {
      const { page } = place;
      await openWithdrawal(place);
      const dialog = page.getByRole('dialog');
      const choices = dialog.getByRole('radio');
      // The study may not leave the choice to participants.
      if (await choices.count()) await choices.first().check();
      await dialog.getByRole('button', { name: WITHDRAW }).click();
      await dialog.waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'error screen',
    reach: async (place) => {
      await place.page.route('**/api/questionnaires/pre*', (route) =>
        route.fulfill({ json: { title: 1 } }),
      );
      await land(place, 'control_0', to(/^\/pre/));
    },
  },
  {
    name: 'new version',
    reach: async (place) => {
      await land(place, 'control_0', to(/^\/pre/));
      await place.page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
      await place.page.getByRole('button', { name: TO_DASHBOARD }).click();
      await place.page.locator('main h1').first().waitFor();
    },
  },
  ...CLOSED,
  {
    name: 'full study',
    reach: async (place) => {
      await setQuota(place.own, 0);
      await publicPage(place, '/');
      await place.page.locator('main h1').first().waitFor();
      await setQuota(place.own, null);
    },
  },
  consolePage('', 'Overview'),
  consolePage('/consort', 'Participant flow'),
  consolePage('/results', 'Results'),
  consolePage('/participants', 'Participants'),
  {
    name: 'console, a participant',
    reach: async (place) => {
      await openConsole(place, '/participants');
      await place.page.locator('main table a').first().click();
      await place.page.waitForURL('**/participants/*');
    },
  },
  consolePage('/study', 'Study'),
  consolePage('/export', 'Export'),
  consolePage('/audit', 'Audit log'),
  consolePage('/webhooks', 'Webhooks'),
  consolePage('/recruiter', 'Recruiter'),
  installationEntry('', 'signing in'),
  installationEntry('/invitation?token=none', 'an invitation that is not valid'),
  installationPage('', 'Studies'),
  installationDialog('', NEW_STUDY, 'a new study'),
  installationPage('/people', 'People'),
  installationDialog('/people', GIVE_ROLE, 'giving a role'),
  installationPage('/account', 'My account'),
  installationPage('/log', 'Audit log'),
  {
    name: 'console, empty overview',
    reach: async ({ page, empty }) => {
      await adopt(new Participant(page, empty), await empty.signIn());
      await page.goto(`${empty.address}/admin`);
    },
  },
];

test.describe.configure({ mode: 'default' });

for (const [index, { name, reach }] of STATES.entries()) {
  test(name, async ({ browser, own, empty, simulated }) => {
    const at = index + 1;
    const shots: Shot[] = [];
    const { locales } = await own.call('get', '/api/study');
    for (const variant of variantsOf(locales)) {
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
      const page = await context.newPage();
      await reach({ page, own, empty, simulated });
      shots.push(
        ...(await shoot(page, variant, { group: 'states', at, page: name, repeated: false })),
      );
      await context.close();
    }
    // In a file of its own, because a failed state does not affect the others.
    save(`states-${String(at).padStart(2, '0')}`, shots);
  });
}
