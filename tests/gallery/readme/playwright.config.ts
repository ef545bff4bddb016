import { defineConfig } from '@playwright/test'
import e2e from '../../../playwright.config.ts'
import { inRoot } from '../../../scripts/lib/paths.ts'

/** The pictures of the README: the product itself, with its demo company (docs/gallery.md). */
export default defineConfig({
  ...e2e,
  testDir: '.',
  globalSetup: inRoot('tests/e2e/support/global-setup.ts'),
  outputDir: inRoot('test-results/readme'),
  workers: 1,
  reporter: [['list']],
})
