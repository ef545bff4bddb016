import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { addNames } from '../db/testing/people.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { meetingScreens, SHARE_ENDS_MS } from './meeting-screens.ts'

let db: Database
let [ann, ben]: number[] = []
beforeAll(async () => {
  db = await openTestDatabase()
  ;[ann, ben] = await addNames(db, 'Ann', 'Ben')
  const meeting = { hostID: ann ?? 0, subject: '', agenda: '', start: 0, end: 1, announcedAt: 0 }
  await db
    .insertInto('meetings')
    .values([1, 2].map((id) => ({ id, ...meeting })))
    .execute()
})
afterAll(() => db.destroy())

test('one screen a meeting, its newest picture alone, until it is ended or its window has gone', async () => {
  let now = 0
  const [first, second] = [ann ?? 0, ben ?? 0]
  const screens = meetingScreens(db, () => now)
  /** Time passes, by whichever clock decides. */
  const pass = async (ms: number) => {
    now += ms
    await db
      .updateTable('meetingScreens')
      .set((eb) => ({ shownAt: eb('shownAt', '-', ms) }))
      .execute()
  }
  expect(await screens.of(1)).toBeNull()
  expect(await screens.show(1, first, 'a')).toBe(true)
  expect(await screens.show(1, second, 'b')).toBe(false)
  expect(await screens.show(2, second, 'c')).toBe(true)
  expect(await screens.show(1, first, 'd')).toBe(true)
  expect(await screens.of(1)).toEqual({ userID: first, picture: 'd' })
  await screens.end(1, second)
  expect(await screens.of(1)).not.toBeNull()
  await screens.end(1, first)
  expect(await screens.of(1)).toBeNull()
  await pass(SHARE_ENDS_MS + 1)
  expect(await screens.of(2)).toBeNull()
  expect(await screens.show(2, first, 'e')).toBe(true)
  await pass(SHARE_ENDS_MS + 1)
  await screens.forget()
  expect(await db.selectFrom('meetingScreens').select('picture').execute()).toEqual([])
})
