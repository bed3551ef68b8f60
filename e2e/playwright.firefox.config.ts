import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Debian's Firefox, which Playwright drives by WebDriver BiDi; Playwright downloads nothing. */
export default defineConfig({
  ...tests,
  testDir: 'browsers',
  use: {
    ...tests.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: join(import.meta.dirname, 'browsers/firefox.mjs') },
  },
});
