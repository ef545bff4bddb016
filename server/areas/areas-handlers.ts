import { searchable } from '#shared/domain/locale.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { AreaValues } from '#shared/records/admin/area.ts'
import type { ChatPublisher } from '../chat/publisher.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { requireSeen, within } from '../people/scope.ts'
import { moveBetweenRooms, type RoomChanges } from '../people/shared-rooms.ts'
import { audit, type Change, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'
import { areasOf, requireArea } from './area-source.ts'
import { moveAll } from './merge.ts'

interface AreaServices {
  readonly db: Database
  readonly clock: Clock
  readonly hub: Pick<ChatPublisher, 'peopleAdded' | 'peopleRemoved' | 'contactsChanged'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
  readonly personChanged: (userID: number) => void
}

const ONE = 'area'
const PAGE = 'admin.manage-areas'

const rowOf = ({ openingHours, ...values }: AreaValues) => ({
  ...values,
  nameKey: searchable(values.name),
  openingHours: JSON.stringify(openingHours.toSorted((a, b) => a.weekday - b.weekday)),
})

/** Of two who move areas about at once, also on two servers, the second begins when the first is whole. */
const guardTree = (trx: Database) =>
  trx
    .updateTable('areas')
    .set((eb) => ({ changedAt: eb.ref('changedAt') }))
    .execute()

/** Where people belong: a tree of areas (spec 5 §4.3). */
export function areasHandlers(services: AreaServices): AreaHandlers<'areas'> {
  const { db, clock, hub, publisher, personChanged } = services
  const read = (trx: Database, id: number) => requireArea(trx, clock(), id)

  /** @throws Refusal 400 where a sibling has that name */
  async function requireFreeName(trx: Database, name: string, parentID: number | null, id: number | null) {
    const others = await trx
      .selectFrom('areas')
      .where('nameKey', '=', searchable(name))
      .where('parentID', parentID === null ? 'is' : '=', parentID)
      .select('id')
      .execute()
    if (others.some((other) => other.id !== id)) throw new Refusal(400, 'record.nameTaken', { one: ONE })
  }

  /** @throws Refusal 400 where `inner` is that area, or somewhere inside it */
  async function requireOutside(trx: Database, id: number, inner: number | null): Promise<void> {
    const rows = await trx.selectFrom('areas').select(['id', 'parentID']).execute()
    const parentOf = new Map(rows.map((row) => [row.id, row.parentID]))
    for (let at = inner; at !== null; at = parentOf.get(at) ?? null)
      if (at === id) throw new Refusal(400, 'area.insideItself')
  }

  async function requireActive(trx: Database, id: number): Promise<string> {
    const { name, isActive } = await read(trx, id)
    if (!isActive) throw new Refusal(400, 'area.inactive', { area: name })
    return name
  }

  const told = (
    trx: Database,
    caller: Caller,
    action: string,
    area: { readonly id: number; readonly name: string },
    changes: readonly Change[] = [],
  ) =>
    audit(trx, caller, clock(), {
      action: `AREA_${action}`,
      page: PAGE,
      recordType: ONE,
      recordID: area.id,
      label: area.name,
      changes,
    })

  function tell({ joined, left }: RoomChanges, people: readonly number[]): void {
    for (const { threadIDs, userIDs } of left) hub.peopleRemoved(threadIDs, userIDs)
    for (const { threadIDs, userIDs } of joined) hub.peopleAdded(threadIDs, userIDs)
    if (people.length === 0) return
    hub.contactsChanged()
    for (const userID of people) personChanged(userID)
  }

  async function requireManager(trx: Database, managerID: number | null): Promise<void> {
    if (managerID === null) return
    const found = await trx
      .selectFrom('users')
      .where('id', '=', managerID)
      .where('status', '=', 'ACTIVE')
      .select('id')
      .executeTakeFirst()
    if (!found) throw new Refusal(404, 'record.gone', { one: 'person' })
  }

  async function make(values: AreaValues, parentID: number | null, caller: Caller) {
    return db.transaction().execute(async (trx) => {
      await guardTree(trx)
      if (parentID !== null) await requireActive(trx, parentID)
      await requireFreeName(trx, values.name, parentID, null)
      await requireManager(trx, values.managerID)
      const { id } = await trx
        .insertInto('areas')
        .values({ ...rowOf(values), parentID, changedBy: caller.userID, changedAt: clock() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await told(trx, caller, 'ADDED', { id, name: values.name }, changesBetween({}, values))
      return read(trx, id)
    })
  }

  async function change(id: number, version: number, values: AreaValues, caller: Caller) {
    return db.transaction().execute(async (trx) => {
      await guardTree(trx)
      const before = await read(trx, id)
      await requireFreeName(trx, values.name, before.parentID, id)
      if (values.managerID !== before.managerID) await requireManager(trx, values.managerID)
      await changeSeen(trx, 'areas', ONE, { id, version }, rowOf(values), { caller, at: clock() })
      const { openingHours, ...rest } = values
      const changes = changesBetween<Omit<AreaValues, 'openingHours'>>(before, rest)
      const hours = [JSON.stringify(before.openingHours), rowOf(values).openingHours]
      if (hours[0] !== hours[1])
        changes.push({ field: 'openingHours', before: before.openingHours, after: openingHours })
      await told(trx, caller, 'CHANGED', { id, name: values.name }, changes)
      // Its people find their room by the area's name.
      if (before.name !== values.name)
        await trx
          .updateTable('threads')
          .set({ displayLabel: values.name })
          .where('id', '=', trx.selectFrom('areas').where('id', '=', id).select('roomID'))
          .execute()
      return read(trx, id)
    })
  }

  return {
    listAreas: async () => ({ areas: await areasOf(db, clock()) }),

    saveArea: ({ id, version = 1, parentID, ...values }, { caller }) =>
      id === undefined ? make(values, parentID, caller) : change(id, version, values, caller),

    moveArea: async ({ id, version, parentID }, { caller }) =>
      db.transaction().execute(async (trx) => {
        await guardTree(trx)
        const area = await read(trx, id)
        await requireOutside(trx, id, parentID)
        const [from, to] = [
          area.parentID === null ? null : (await read(trx, area.parentID)).name,
          parentID === null ? null : await requireActive(trx, parentID),
        ]
        await requireFreeName(trx, area.name, parentID, id)
        await changeSeen(trx, 'areas', ONE, { id, version }, { parentID }, { caller, at: clock() })
        await told(trx, caller, 'MOVED', area, [{ field: 'inside', before: from, after: to }])
        return read(trx, id)
      }),

    mergeAreas: async ({ id, version, into }, { caller }) => {
      if (id === into) throw new Refusal(400, 'record.intoItself')
      const at = clock()
      const { people, rooms, area } = await db.transaction().execute(async (trx) => {
        await guardTree(trx)
        const [gone, kept] = [await read(trx, id), await read(trx, into)]
        await requireActive(trx, into)
        // What is inside the one would be inside the other, and that one inside itself.
        await requireOutside(trx, id, into)
        const inside = await trx.selectFrom('areas').where('parentID', '=', id).select('name').execute()
        for (const { name } of inside) await requireFreeName(trx, name, into, null)
        await changeSeen(trx, 'areas', ONE, { id, version }, { isActive: 0 }, { caller, at })
        const moved = await moveAll(trx, { gone, kept, at })
        await told(trx, caller, 'MERGED', gone, [
          { field: 'into', before: gone.name, after: kept.name },
          { field: 'people', before: gone.people, after: 0 },
        ])
        for (const userID of moved.people) {
          const { displayName: label } = await trx
            .selectFrom('users')
            .where('id', '=', userID)
            .select('displayName')
            .executeTakeFirstOrThrow()
          await audit(trx, caller, at, {
            ...{ action: 'PERSON_CHANGED', page: PAGE, recordType: 'person', recordID: userID, label },
            changes: [{ field: 'areaName', before: gone.name, after: kept.name }],
          })
        }
        return { ...moved, area: await read(trx, into) }
      })
      tell(rooms, people)
      return area
    },

    deactivateArea: async ({ id, version, isActive }, { caller }) =>
      db.transaction().execute(async (trx) => {
        await guardTree(trx)
        const area = await read(trx, id)
        if (!isActive) {
          if (area.people > 0) throw new Refusal(400, 'area.people', { people: area.people })
          const inside = await trx
            .selectFrom('areas')
            .where('parentID', '=', id)
            .where('isActive', '=', 1)
            .select('id')
            .executeTakeFirst()
          if (inside) throw new Refusal(400, 'area.areasInside')
        } else if (area.parentID !== null) await requireActive(trx, area.parentID)
        const stamp = { caller, at: clock() }
        await changeSeen(trx, 'areas', ONE, { id, version }, { isActive: isActive ? 1 : 0 }, stamp)
        await told(trx, caller, isActive ? 'REACTIVATED' : 'DEACTIVATED', area)
        return read(trx, id)
      }),

    saveClosedDays: async ({ id, version, closedDays }, { caller }) =>
      db.transaction().execute(async (trx) => {
        const area = await read(trx, id)
        await changeSeen(trx, 'areas', ONE, { id, version }, {}, { caller, at: clock() })
        const today = londonField(clock()).slice(0, 10)
        await trx.deleteFrom('areaClosedDays').where('areaID', '=', id).where('day', '>=', today).execute()
        const days = new Map(closedDays.filter(({ day }) => day >= today).map((one) => [one.day, one]))
        if (days.size > 0)
          await trx
            .insertInto('areaClosedDays')
            .values([...days.values()].map((one) => ({ ...one, areaID: id })))
            .execute()
        const namesOf = (list: readonly { readonly day: string }[]) => list.map(({ day }) => day).join(', ')
        await told(trx, caller, 'CLOSED_DAYS_CHANGED', area, [
          { field: 'closedDays', before: namesOf(area.closedDays), after: namesOf([...days.values()]) },
        ])
        return read(trx, id)
      }),

    areaPeople: async ({ id }, { caller }) => {
      await read(db, id)
      const people = await db
        .selectFrom('users as u')
        .where('u.areaID', '=', id)
        .where('u.id', '>', 0)
        .where('u.status', '<>', 'LEAVER')
        .where((eb) => within(caller, 'ALL')(eb as never))
        .orderBy('u.displayName')
        .orderBy('u.id')
        .select(['u.id', 'u.displayName', 'u.userType'])
        .execute()
      return { people }
    },

    moveAreaPeople: async ({ people, into }, { caller }) => {
      const at = clock()
      const { rooms, kept, moved } = await db.transaction().execute(async (trx) => {
        const name = await requireActive(trx, into)
        for (const userID of new Set(people)) await requireSeen(trx, caller, userID)
        const rows = await trx
          .selectFrom('users as u')
          .leftJoin('areas as a', 'a.id', 'u.areaID')
          .where('u.id', 'in', people)
          .where((eb) => eb.or([eb('u.areaID', 'is', null), eb('u.areaID', '<>', into)]))
          .select(['u.id', 'u.displayName', 'u.managerID', 'u.areaID', 'a.name as area'])
          .execute()
        for (const { id, displayName, area } of rows) {
          await trx
            .updateTable('users')
            .set((eb) => ({
              areaID: into,
              version: eb('version', '+', 1),
              changedBy: caller.userID,
              changedAt: at,
            }))
            .where('id', '=', id)
            .execute()
          await audit(trx, caller, at, {
            ...{ action: 'PERSON_CHANGED', page: PAGE, recordType: 'person', recordID: id },
            label: displayName,
            changes: [{ field: 'areaName', before: area, after: name }],
          })
        }
        const moves = rows.map(({ id, areaID }) => ({ userID: id, from: areaID, to: into }))
        return {
          moved: rows.map(({ id }) => id),
          rooms: await moveBetweenRooms(trx, at, 'areas', moves),
          kept: await keepNotifications(trx, at, managersNews(rows, name, caller.userID)),
        }
      })
      publisher.notified(kept)
      tell(rooms, moved)
      return { done: true }
    },
  }
}

interface Moved {
  readonly id: number
  readonly displayName: string
  readonly managerID: number | null
}

/** What managers are told of their people who moved; who did it knows. */
function managersNews(moved: readonly Moved[], area: string, by: number) {
  const ofManagers = Map.groupBy(moved, ({ managerID }) => managerID)
  return [...ofManagers].flatMap(([managerID, people]) => {
    const [first] = people
    if (managerID === null || managerID === by || !first) return []
    const who =
      people.length === 1 ? `${first.displayName} moved` : `${people.length} people of your team moved`
    return { userID: managerID, type: 'NEW_UPDATE' as const, subject: `${who} to ${area}` }
  })
}
