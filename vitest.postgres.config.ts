import { defineConfig } from 'vitest/config'

/**
 * The tests of the server once more, on PostgreSQL. `VITEST_JSON=file` writes the report that `npm test` counts.
 */
const jsonReport = process.env.VITEST_JSON

export default defineConfig({
  test: {
    name: 'postgres',
    environment: 'node',
    maxWorkers: '100%',
    isolate: false,
    globalSetup: ['scripts/testing/postgres-setup.ts'],
    setupFiles: ['scripts/testing/patience.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: jsonReport ? ['default', 'json'] : ['default'],
    ...(jsonReport ? { outputFile: { json: jsonReport } } : {}),
    include: ['server/**/*.test.ts'],
    // What is about SQLite's own files.
    exclude: [
      'server/admin/**',
      'server/backup/**',
      'server/db/data-folder.test.ts',
      'server/db/database.test.ts',
      'server/db/durability.test.ts',
      'server/db/migrations/**',
      'server/http/disk-full.test.ts',
      'server/tasks/plans.test.ts',
    ],
  },
})
