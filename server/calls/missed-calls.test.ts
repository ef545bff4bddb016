import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { addNames } from '../db/testing/people.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { MissedCalls } from './missed-calls.ts'

let db: Database
let [ann, ben, cat] = [0, 0, 0]

beforeAll(async () => {
  db = await openTestDatabase()
  ;[ann = 0, ben = 0, cat = 0] = await addNames(db, 'Ann', 'Ben', 'Cat')
})
afterAll(() => db.destroy())

test('S321 who was away is told of each missed call once, in their order, and of nobody else’s', async () => {
  let now = 1_000_000
  const missed = new MissedCalls(db, () => now)
  const toTell = async (userID: number) =>
    (await missed.takeUntold(userID)).map(({ name, callerID, at }) => [name, callerID, at])
  await missed.add(ann, cat, { told: false })
  now += 1000
  await missed.add(ann, ben, { told: false })
  await missed.add(ann, ben, { told: true })
  await missed.add(ben, cat, { told: false })
  expect(await toTell(ann)).toEqual([
    ['Cat', cat, 1_000_000],
    ['Ben', ben, 1_001_000],
  ])
  expect(await toTell(ann)).toEqual([])
  expect(await toTell(ben)).toEqual([['Cat', cat, 1_001_000]])
  expect(await toTell(ben)).toEqual([])
  await missed.add(ann, cat, { told: false })
  expect(await toTell(ann)).toEqual([['Cat', cat, 1_001_000]])
})
