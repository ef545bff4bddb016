import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { addInterview } from '../interviews/testing/interview-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { cellsOf } from './project-facts.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
  await addProject(db, 7, 'Rail')
  await addProject(db, 8, 'Bus')
  const cell = (id: number, projectID: number, label: string) => ({
    ...{ id, projectID, label, labelKey: label.toLowerCase(), dimensions: '[]', target: 10 * id },
    isSuspended: id === 2 ? 1 : 0,
  })
  await db
    .insertInto('quotaCells')
    .values([cell(1, 7, 'North'), cell(2, 7, 'Wales'), cell(3, 8, 'All')])
    .execute()
})
afterAll(() => db.destroy())

test('D029 a cell has achieved its complete records that aren’t void, as they are at each moment', async () => {
  const cells = async () => [...(await cellsOf(db, [7])).entries()]
  const north = { id: 1, projectID: 7, label: 'North', target: 10, isSuspended: 0 }
  const wales = { id: 2, projectID: 7, label: 'Wales', target: 20, isSuspended: 1 }
  expect(await cells()).toEqual([
    [
      7,
      [
        { ...north, achieved: 0 },
        { ...wales, achieved: 0 },
      ],
    ],
  ])
  const first = await addInterview(db, { userID: null, quotaCellID: 1 })
  await addInterview(db, { userID: null, quotaCellID: 1 })
  await addInterview(db, { userID: null, quotaCellID: 2 })
  // Others count in none: of another outcome, void, in no cell, in another project's.
  await addInterview(db, { userID: null, quotaCellID: 1, outcome: 'REFUSAL' })
  await addInterview(db, { userID: null, quotaCellID: 2, isVoid: 1 })
  await addInterview(db, { userID: null })
  await addInterview(db, { userID: null, projectID: 8, quotaCellID: 3 })
  expect(await cells()).toEqual([
    [
      7,
      [
        { ...north, achieved: 2 },
        { ...wales, achieved: 1 },
      ],
    ],
  ])
  await db.updateTable('interviewRecords').set({ isVoid: 1 }).where('id', '=', first).execute()
  expect(await cells()).toEqual([
    [
      7,
      [
        { ...north, achieved: 1 },
        { ...wales, achieved: 1 },
      ],
    ],
  ])
  expect((await cellsOf(db, [7, 8])).get(8)).toMatchObject([{ label: 'All', achieved: 1 }])
})
