import { defineConfig } from '@playwright/test'
import { chromiumArgs, findTestBrowser } from '../../scripts/lib/chromium.ts'
import { inRoot } from '../../scripts/lib/paths.ts'

const executablePath = findTestBrowser()
if (!executablePath) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH.')

/** The gallery's pictures (docs/gallery.md). */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: 'readme/**',
  globalSetup: './support/build-page.ts',
  outputDir: inRoot('test-results/gallery/failed'),
  workers: 2,
  retries: 0,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? inRoot('reports/gallery.json') }],
  ],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath,
      args: [
        ...chromiumArgs(),
        '--disable-gpu',
        '--disable-software-rasterizer',
        // The same picture on each processor, and each letter in shades of one colour.
        '--disable-skia-runtime-opts',
        '--disable-lcd-text',
        '--font-render-hinting=none',
      ],
    },
  },
})
