import { defineConfig } from '@playwright/test';

/** Debian's Chromium; Playwright downloads nothing. */
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results',
  timeout: 300_000,
  // A busy machine may be slow; no test measures time.
  expect: { timeout: 30_000 },
  fullyParallel: true,
  // One browser and one server each. With two, two cores are idle for a third of the time.
  workers: 3,
  // A failed test is repeated once. The summary counts one that then passes as flaky and prints its first error: a fault
  // to find in the test or in the product.
  retries: 1,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    // An action that cannot be done says what it waited for, long before the test's own limit.
    actionTimeout: 100_000,
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    // Recording a trace takes an eighth of the time, so that only a repeated test has one.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        // Fixes the order of a date's parts.
        '--lang=en-US',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
