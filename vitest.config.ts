import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** `VITEST_JSON=file` writes the report that `npm test` counts. */
const jsonReport = process.env.VITEST_JSON

/** Only for what hangs: tests run beside the browser tests, with what those leave of the processor. */
const LIMITS = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } }

export default defineConfig({
  test: {
    // All cores: by default one is left idle, which on a machine with two is half of it.
    maxWorkers: '100%',
    // Nothing in the product is made at import, so that files may share their modules; a fresh world
    // for each file costs more than its tests.
    isolate: false,
    reporters: jsonReport ? ['default', 'json'] : ['default'],
    ...(jsonReport ? { outputFile: { json: jsonReport } } : {}),
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          ...LIMITS,
          setupFiles: ['scripts/testing/patience.ts'],
          include: ['{shared,server,electron,preload,scripts,tests}/**/*.test.{ts,mjs}'],
          // They need a PostgreSQL: vitest.postgres.config.ts starts one.
          exclude: ['server/db/dialect/postgres/**', 'tests/cluster/**'],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          // Files share a window. A clicked link that nobody holds back, a download's say, would lead it
          // away and with it every file that comes after: forms send nothing then.
          environmentOptions: {
            happyDOM: {
              settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
            },
          },
          ...LIMITS,
          include: ['renderer/**/*.test.{ts,tsx}'],
          setupFiles: ['scripts/testing/patience.ts', 'renderer/testing/setup.ts'],
        },
      },
    ],
  },
})
