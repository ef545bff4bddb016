import { defineConfig } from '@playwright/test'
import { chromiumArgs, findTestBrowser } from './scripts/lib/chromium.ts'

const executablePath = findTestBrowser()
if (!executablePath) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH.')

/** The browser tests. Each worker has a real server with fresh data, which its tests share (tests/e2e/support). */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/support/global-setup.ts',
  outputDir: 'test-results/e2e',
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Only for what hangs, as in vitest.config.ts: beside the unit tests a walk takes three times as long as alone. What
  // has to be there within some time has a limit of its own where it is expected.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'reports/e2e.json' }],
  ],
  use: {
    browserName: 'chromium',
    viewport: { width: 1366, height: 768 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // What moves can't be clicked until it rests; where motion itself matters, a test asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test takes as long as the test: E2E_TRACE=1 asks for it. A failure leaves its picture anyway.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Drawn as without a graphics processor, rather than by one that is imitated: an eighth less work.
    launchOptions: {
      executablePath,
      args: [...chromiumArgs(), '--disable-gpu', '--disable-software-rasterizer'],
    },
  },
})
