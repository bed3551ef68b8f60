import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Screenshots of a whole study, for people to look at: `make screenshots`. */
export default defineConfig({
  ...tests,
  testDir: 'screenshots',
  // Tests may run at the same time, and each run empties its folder.
  outputDir: 'results/screenshots',
  timeout: 3_600_000,
  use: { ...tests.use, trace: 'off' },
});
