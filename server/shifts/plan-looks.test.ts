import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERMISSIONS, permissionsOf } from '#shared/domain/permissions.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { PlanLooker } from '#shared/hubs/plan-looks.ts'
import type { Database } from '../db/database.ts'
import { addNames } from '../db/testing/people.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import type { HubClients } from '../hubs/types.ts'
import { PlanLooks } from './plan-looks.ts'

let db: Database
let now = 0
const told: string[] = []
const names = new Map<number, string>()
/** 'Ann: Ben 2026-05-04 Cat 7, Ben' is what Ann was told: Ben's window with a choice, and one without. */
const clients: Pick<HubClients<typeof mainHub>, 'toUser'> = {
  toUser: (userID, _event, [lookers]) => {
    const words = (lookers as unknown as PlanLooker[]).map(({ userName, selection }) =>
      selection === null
        ? userName
        : `${userName} ${selection.day} ${names.get(selection.userID)} ${selection.shiftID ?? '-'}`,
    )
    told.push(`${names.get(userID)}: ${words.join(', ')}`)
  },
}
const SEES = [PERMISSIONS.IRESOURCE_CAN_SEE_PLANNER]
const window = (id: string, userID: number, permissions: readonly number[] = SEES) => ({
  id,
  identity: {
    ...{ sessionID: id, userID, userName: id, displayName: id, tokenType: 'OTHER' as const },
    permissions: permissionsOf(permissions),
  },
})

beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.destroy())

test('4 §4.5.5 on two servers planners see each other’s selection, of whom they may plan alone, until a window leaves or its connection is gone', async () => {
  const people = ['Ann', 'Ben', 'Cat', 'Dan'] as const
  const [ann = 0, ben = 0, cat = 0, dan = 0] = await addNames(db, ...people)
  for (const [place, id] of [ann, ben, cat, dan].entries()) names.set(id, people[place] ?? '')
  await db
    .insertInto('areas')
    .values([
      { id: 1, name: 'North' },
      { id: 2, name: 'South' },
    ])
    .execute()
  await db.updateTable('users').set({ areaID: 1 }).where('id', 'in', [ann, ben, cat]).execute()
  await db.updateTable('users').set({ areaID: 2 }).where('id', '=', dan).execute()
  for (const userID of [ann, ben])
    await db
      .insertInto('userPermissions')
      .values({ userID, permission: SEES[0] ?? 0 })
      .execute()
  const [one, two] = [new PlanLooks(db, () => ++now, clients), new PlanLooks(db, () => ++now, clients)]
  const [a1, b1, b2] = [window('a1', ann), window('b1', ben), window('b2', ben)]
  const at = (userID: number, shiftID: number | null = null) => ({ userID, day: '2026-05-04', shiftID })

  await one.look(a1, null)
  expect(told.splice(0)).toEqual(['Ann: '])
  await two.look(b1, at(cat, 7))
  expect(told.splice(0)).toEqual(['Ann: Ben 2026-05-04 Cat 7', 'Ben: Ann'])
  // A day without a shift; what was chosen before is chosen no more.
  await one.look(a1, at(dan))
  expect(told.splice(0)).toEqual(['Ann: Ben 2026-05-04 Cat 7', 'Ben: Ann 2026-05-04 Dan -'])
  // Who is limited to an area isn't told of anybody else's day, nor may choose it.
  await db.updateTable('users').set({ limitedToAreas: '[1]' }).where('id', '=', ben).execute()
  await two.look(b2, null)
  expect(told.splice(0)).toEqual(['Ann: Ben 2026-05-04 Cat 7, Ben', 'Ben: Ann'])
  for (const userID of [dan, 999])
    await expect(two.look(b2, at(userID))).rejects.toThrow('There is no such person.')
  await expect(two.look(window('c1', cat, []), null)).rejects.toThrow('access denied')
  expect(told).toEqual([])

  // One window leaves; the first server died, and the other one says that its windows have gone.
  await two.leave('b1')
  expect(told.splice(0)).toEqual(['Ann: Ben', 'Ben: Ann'])
  await two.leave('a1')
  await two.leave('a1')
  expect(told.splice(0)).toEqual(['Ben: '])
  await two.leave('b2')
  expect(told).toEqual([])
  expect(await db.selectFrom('plannerLooks').select('userID').execute()).toEqual([])
})
