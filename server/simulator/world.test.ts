import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { noteReal, signedInSince } from './world.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 10, 26, 12)

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
  const person = {
    role: '',
    userType: 'INTERVIEWER' as const,
    areaID: null,
    managerID: null,
    passwordHash: '',
  }
  await db
    .insertInto('users')
    .values(
      [21, 22, 23, 24, 31].map((id) => ({
        ...{
          ...person,
          id,
          userName: `person${id}`,
          displayName: `Person ${id}`,
          isActive: 1,
          createdAt: NOW,
        },
      })),
    )
    .execute()
})
afterEach(async () => void (await db.deleteFrom('sessions').execute()))
afterAll(() => db.destroy())

/** A sign-in of somebody's; its times in minutes before now. */
async function signedIn(userID: number, { created = 600, started = 600, used = 600 }) {
  await db
    .insertInto('sessions')
    .values({
      ...{ id: `s${userID}`, signInID: `i${userID}`, userID, tokenType: 'Bearer', deviceID: null },
      ...{ createdAt: NOW - created * MINUTE, expiresAt: NOW + 600 * MINUTE, revokedAt: null },
      ...{ startedAt: NOW - started * MINUTE, lastUsedAt: NOW - used * MINUTE },
    })
    .execute()
}
const real = async (seen: Record<number, number>, online: readonly number[], now: number) =>
  [...(await noteReal(db, seen, new Set(online), now))].toSorted((a, b) => a - b)

test('D052 who signed in, renewed or used a sign-in within 10 minutes is really there', async () => {
  await signedIn(21, { created: 9.9 })
  await signedIn(22, { started: 9.9 })
  await signedIn(23, { used: 9.9 })
  await signedIn(24, { created: 10, started: 10, used: 10 })
  expect(await real({}, [], NOW)).toEqual([21, 22, 23])
  const since = async (userID?: number) =>
    [...(await signedInSince(db, NOW - 10 * MINUTE, userID))].toSorted((a, b) => a - b)
  expect(await since()).toEqual([21, 22, 23])
  expect([await since(22), await since(24), await since(99)]).toEqual([[22], [], []])
})

test('D052 who has a window open is there until 10 minutes after it closed, and half a minute for a step that comes later', async () => {
  const seen: Record<number, number> = {}
  expect(await real(seen, [30], NOW)).toEqual([30])
  expect(await real(seen, [], NOW + 10 * MINUTE)).toEqual([30])
  expect(await real(seen, [], NOW + 10.5 * MINUTE - 1)).toEqual([30])
  expect(seen).toEqual({ 30: NOW })
  expect(await real(seen, [], NOW + 10.5 * MINUTE)).toEqual([])
  // They are forgotten: nothing grows with everybody who ever came.
  expect(seen).toEqual({})
  // Who signed in but opened no window is noted at their sign-in.
  await signedIn(31, { created: 0 })
  await real(seen, [], NOW + MINUTE)
  expect(seen).toEqual({ 31: NOW + MINUTE })
  await real(seen, [], NOW + 2 * MINUTE)
  expect(seen).toEqual({ 31: NOW + MINUTE })
})
