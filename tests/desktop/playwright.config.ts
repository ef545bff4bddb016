import path from 'node:path'
import { defineConfig } from '@playwright/test'

const reports = path.resolve(import.meta.dirname, '../../reports')

/** The desktop client end to end. No retries: a test that fails now and then is a bug to be found. */
// biome-ignore lint/style/noDefaultExport: what Playwright reads
export default defineConfig({
  testDir: './specs',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/build.ts',
  outputDir: path.join(reports, 'desktop', 'results'),
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Only for what hangs: beside other tests a start takes three times as long as alone.
  timeout: 120_000,
  globalTimeout: 10 * 60_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: path.join(reports, 'desktop.json') }]],
})
