import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Screenshots of a whole study, for people to look at: `make screenshots`. */
export default defineConfig({
  ...tests,
  testDir: 'screenshots',
  timeout: 3_600_000,
});
