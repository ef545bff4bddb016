import { defineConfig } from 'vitest/config'

/**
 * The tests of the server once more, on PostgreSQL. `VITEST_JSON=file` writes the report that `npm test` counts.
 */
const jsonReport = process.env.VITEST_JSON

/**
 * Three quarters of the time, and little that only they ask of a database: they run with FIELDWORK_LONG=1, as
 * everything that takes long. What each call of theirs asks is asked here by contract.test.ts.
 */
const NOW_AND_THEN =
  'absence,access,activity-report,adaptors,api-keys,attendance,audit,auth,background-services,broadcast,bulk-mail,checklist,dashboard,development,device-health,earnings,error-log,experimentals,file-notes,files,flags,health,help,http,inbound,interactions,leavers,legal,licence,live-panel,mail,messages,oauth,onboarding,own-only,people,performance,permissions,power-report,privacy,profile,qc,recorded,remote-desktop,reports,research,retention,return-to-work,roles,scim,seed,session,settings,setup,shell,simulator,skills,sso,support,tasks,tools,vault,webhooks,well-being'

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
    include: ['server/**/*.test.ts', 'tests/cluster/**/*.test.ts'],
    // What is about SQLite's own files, and what asks the database nothing: once is enough.
    exclude: [
      ...(process.env.FIELDWORK_LONG
        ? []
        : [`server/{${NOW_AND_THEN}}/**`, 'server/{app,live,sender,stop}.test.ts']),
      'server/app-refusals.test.ts',
      // Plans alone; and the whole demo, which takes long to look at.
      'server/demo/weeks.test.ts',
      'server/hubs/**',
      'server/http/{log-files,logging,static-files,tls}.test.ts',
      'server/main*.test.ts',
      'server/admin/**',
      'server/backup/**',
      'server/db/data-folder.test.ts',
      'server/db/database.test.ts',
      'server/db/durability.test.ts',
      'server/db/migrations/**',
      'server/http/disk-full.test.ts',
      'server/media/**',
      'server/relay/{call-relay,relay-sockets,turn-relay}.test.ts',
      'server/tasks/plans.test.ts',
    ],
  },
})
