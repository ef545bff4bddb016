import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { audit, changesBetween } from './audit.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.destroy())

const NOW = Date.UTC(2026, 4, 4, 12)

test('D026 an entry says who did it, a person or a job, of whom it tells, and the reason', async () => {
  const entry = { action: 'X', page: 'p', recordType: 'person', recordID: 7, label: 'Ann' }
  await audit(db, { userID: null, displayName: 'Nightly' }, NOW, { ...entry, reason: 'Moved' })
  await audit(db, { userID: null, displayName: 'Nightly' }, NOW + 1, { ...entry, recordType: 'skill' })
  await audit(db, { userID: null, displayName: 'Nightly' }, NOW + 2, {
    ...{ ...entry, recordType: 'skill', personID: 9 },
    changes: changesBetween<{ name: string; hours: number }>(
      { name: 'A', hours: 1 },
      { name: 'B', hours: 1 },
    ),
  })
  expect(
    await db
      .selectFrom('audit')
      .select(['at', 'actorID', 'actorName', 'actorKind', 'personID', 'reason', 'changes'])
      .orderBy('at')
      .execute(),
  ).toEqual([
    {
      ...{ at: NOW, actorID: null, actorName: 'Nightly', actorKind: 'JOB', personID: 7 },
      ...{ reason: 'Moved', changes: '[]' },
    },
    {
      ...{ at: NOW + 1, actorID: null, actorName: 'Nightly', actorKind: 'JOB', personID: null },
      ...{ reason: '', changes: '[]' },
    },
    {
      ...{ at: NOW + 2, actorID: null, actorName: 'Nightly', actorKind: 'JOB', personID: 9 },
      ...{ reason: '', changes: '[{"field":"name","before":"A","after":"B"}]' },
    },
  ])
})
