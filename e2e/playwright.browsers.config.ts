import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** The journeys in Debian's other browsers; Playwright downloads nothing. */
export default defineConfig({
  ...tests,
  testDir: 'browsers',
  projects: [
    {
      // By WebDriver BiDi.
      name: 'firefox',
      testMatch: 'firefox.spec.ts',
      use: {
        ...tests.use,
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: join(import.meta.dirname, 'browsers/firefox.mjs') },
      },
    },
    // Without a browser of Playwright: the tests start WebKit themselves.
    { name: 'webkit', testMatch: 'webkit.spec.ts' },
  ],
});
