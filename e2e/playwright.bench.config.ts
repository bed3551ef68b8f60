import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Measurements of pages: one at a time, with all the time they need. */
export default defineConfig({
  ...tests,
  testDir: 'bench',
  workers: 1,
  timeout: 1_200_000,
});
