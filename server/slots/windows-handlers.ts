import type * as z from 'zod/mini'
import type { saveWindow } from '#shared/contract/booking-windows.ts'
import {
  mayWindowBecome,
  slotStateAt,
  type WindowState,
  windowStateAt,
} from '#shared/domain/booking-windows.ts'
import { searchable } from '#shared/domain/locale.ts'
import { checkShift, type WorkerFacts } from '#shared/domain/working-hours.ts'
import { bookingWindowRecord } from '#shared/records/resource/booking-window.ts'
import { tellPending } from '../booking/requests.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import { audit, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { requireNothingBlocks } from '../shifts/hours.ts'
import { hoursFacts } from '../shifts/hours-facts.ts'
import { tellPlanners } from '../shifts/plan-shifts.ts'
import { bookSlot, requireSlot } from './booking.ts'
import { openSlotsFor } from './open-slots.ts'
import { keepWindowNews, openedNews, tellWindows, whoMay } from './opening.ts'
import { conditionsIn, dayOf } from './people.ts'
import {
  heldBookings,
  hoursBooked,
  requireWindow,
  type StoredWindow,
  slotsOf,
  takenOf,
  windowRow,
  windowSource,
} from './stored.ts'

interface WindowServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const { page, name: recordType, words } = bookingWindowRecord

type Saved = z.output<typeof saveWindow.request>
type Slots = readonly {
  id?: number | undefined
  start: number
  end: number
  breakMinutes: number
  capacity: number
}[]

const iso = (at: number): string => new Date(at).toISOString()

const cannot = (name: string, state: WindowState, action: string) =>
  new Refusal(409, 'record.cannot', { record: name, state, action })

/** Anybody at all: what is against a slot whoever takes it. */
const ANYBODY: WorkerFacts = {
  ...{ userID: 0, name: '', isActive: true, startDate: null, leaveDate: null, agency: null, openTask: null },
  ...{ isOptedOut48: true, weeklyHours: null, skills: [], shifts: [], otherWeeks: new Map(), away: [] },
  ...{ unavailable: [], coreTimes: [] },
}

/** Length, break, steps and the past of slots, as spec 4 §5.2 has them. @throws Refusal 400 */
export async function requireGoodSlots(
  db: Database,
  caller: Caller,
  slots: readonly { readonly start: number; readonly end: number; readonly breakMinutes: number }[],
  now: number,
): Promise<void> {
  if (slots.length === 0) return
  const { plan } = await hoursFacts(db, caller, {
    ...{ userIDs: [], from: Math.min(...slots.map(({ start }) => start)), now },
    to: Math.max(...slots.map(({ end }) => end)),
  })
  for (const { start, end, breakMinutes } of slots)
    requireNothingBlocks([
      checkShift(
        { id: null, start, end, breakMinutes, projectID: null, areaID: null, location: 'HOME' },
        ANYBODY,
        plan,
      ),
    ])
}

/** When people may book their own hours, and what they book (spec 4 §4.5.4, §4.2.2). */
export function windowsHandlers({
  db,
  clock,
  shell,
  publisher,
}: WindowServices): AreaHandlers<'bookingWindows'> {
  const note = (
    trx: Database,
    caller: Caller,
    action: string,
    { id, name }: { readonly id: number; readonly name: string },
    more: { readonly reason?: string; readonly changes?: ReturnType<typeof changesBetween> } = {},
  ) => audit(trx, caller, clock(), { action, page, recordType, recordID: id, label: name, ...more })

  const changed = async (id: number, kept: readonly KeptNotification[] = []) => {
    publisher.notified(kept)
    for (const { userID } of kept) shell.main.toUser(userID, 'calendarChanged', [])
    await tellWindows(db, shell, [id])
    return windowRow(db, id, clock())
  }

  /** From one state to another, as it was seen. @throws Refusal 409 where that isn't possible */
  async function become(
    trx: Database,
    caller: Caller,
    seen: { readonly id: number; readonly version: number },
    to: { readonly state: WindowState; readonly action: string; readonly set: object },
  ): Promise<StoredWindow> {
    const now = clock()
    const window = await requireWindow(trx, seen.id)
    const from = windowStateAt(window, now)
    // What is extended stays open or opens again, and nothing else opens again.
    const isExtended = to.action === 'extended'
    const may = isExtended
      ? from === 'OPEN' || from === 'CLOSED'
      : mayWindowBecome(from, to.state) && !(from === 'CLOSED' && to.state === 'OPEN')
    if (!may) throw cannot(window.name, from, to.action)
    await changeSeen(
      trx,
      'bookingWindows',
      words.one,
      seen,
      { ...to.set, state: to.state },
      { caller, at: now },
    )
    return requireWindow(trx, seen.id)
  }

  return {
    listWindows: async (request, { caller }) =>
      listRecords(db, request, {
        ...{ record: bookingWindowRecord, source: recordSource(await windowSource(db, clock())) },
        ...{ viewer: caller, now: clock() },
      }),

    getWindow: ({ id }) => windowRow(db, id, clock()),

    windowDetail: async ({ id }) => {
      const now = clock()
      const window = await requireWindow(db, id)
      const slots = await slotsOf(db, [id])
      const taken = await takenOf(
        db,
        slots.map((slot) => slot.id),
      )
      const hours = (await hoursBooked(db, [id])).get(id) ?? new Map<number, number>()
      const people = await db
        .selectFrom('users')
        .where('id', 'in', [0, ...hours.keys()])
        .orderBy('displayName')
        .orderBy('id')
        .select(['id as userID', 'displayName as name'])
        .execute()
      const { name, from, to, projectID, location, minimumHours, maximumHours, approval } = window
      const { areaIDs, contractTypeIDs, skillIDs } = conditionsIn(window.conditions)
      return {
        ...{ name, from, to, projectID, location, minimumHours, maximumHours, approval },
        ...{ areaIDs: [...areaIDs], contractTypeIDs: [...contractTypeIDs], skillIDs: [...skillIDs] },
        ...{ opensAt: iso(window.opensAt), closesAt: iso(window.closesAt) },
        slots: slots.map((slot) => {
          const own = { ...slot, taken: taken.get(slot.id) ?? 0 }
          const { windowID: _, ...sent } = own
          return { ...sent, start: iso(slot.start), end: iso(slot.end), state: slotStateAt(own, now) }
        }),
        booked: people.map((person) => ({ ...person, hours: hours.get(person.userID) ?? 0 })),
        missing: (await whoMay(db, window, now, true)).map((person) => ({
          id: person.userID,
          name: person.name,
        })),
      }
    },

    windowChoices: async () => {
      const named = (table: 'areas' | 'contractTypes') =>
        db.selectFrom(table).select(['id', 'name']).orderBy('name').orderBy('id').execute()
      return {
        areas: await named('areas'),
        contractTypes: await named('contractTypes'),
        skills: await db
          .selectFrom('skills')
          .where('isActive', '=', 1)
          .select(['id', 'name'])
          .orderBy('nameKey')
          .execute(),
        projects: await db
          .selectFrom('projects')
          .where('status', 'in', ['LIVE', 'PLANNED', 'PAUSED'])
          .select(['id', 'name'])
          .orderBy('name')
          .orderBy('id')
          .execute(),
      }
    },

    saveWindow: async (wanted, { caller }) => {
      await holdTurn(db)
      const now = clock()
      const id = await db.transaction().execute(async (trx) => {
        const { values, slots } = await checked(trx, wanted, now)
        const before = wanted.id === undefined ? null : await requireWindow(trx, wanted.id)
        if (before === null) {
          const made = await trx
            .insertInto('bookingWindows')
            .values({
              ...{ ...values, state: 'SCHEDULED', version: 1, createdBy: caller.userID, remindedAt: null },
              ...{ changedBy: caller.userID, changedAt: now },
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await putSlots(trx, caller, made.id, slots, now)
          await note(trx, caller, 'WINDOW_ADDED', { id: made.id, name: values.name })
          return made.id
        }
        const state = windowStateAt(before, now)
        if (state !== 'SCHEDULED' && state !== 'OPEN') throw cannot(before.name, state, 'changed')
        await putSlots(trx, caller, before.id, slots, now)
        // It has opened: when it did is no longer open to change.
        const set = state === 'OPEN' ? { ...values, opensAt: before.opensAt } : values
        const seen = { id: before.id, version: wanted.version ?? 0 }
        await changeSeen(trx, 'bookingWindows', words.one, seen, set, { caller, at: now })
        const told = (row: StoredWindow) => {
          const { changedAt: _at, changedBy: _by, version: _v, nameKey: _k, project: _p, ...rest } = row
          return { ...rest, opensAt: iso(row.opensAt), closesAt: iso(row.closesAt) }
        }
        const after = await requireWindow(trx, before.id)
        const changes = changesBetween(told(before), told(after))
        await note(trx, caller, 'WINDOW_CHANGED', after, { changes })
        return before.id
      })
      return changed(id)
    },

    openWindow: async (seen, { caller }) => {
      const now = clock()
      const kept = await db.transaction().execute(async (trx) => {
        const set = { opensAt: now }
        const window = await become(trx, caller, seen, { state: 'OPEN', action: 'opened', set })
        await note(trx, caller, 'WINDOW_OPENED', window)
        return keepWindowNews(trx, window, now, openedNews(window))
      })
      return changed(seen.id, kept)
    },

    closeWindow: async (seen, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const set = { closesAt: clock() }
        const window = await become(trx, caller, seen, { state: 'CLOSED', action: 'closed', set })
        await note(trx, caller, 'WINDOW_CLOSED', window)
      })
      return changed(seen.id)
    },

    extendWindow: async ({ closesAt: until, ...seen }, { caller }) => {
      const now = clock()
      const closesAt = Date.parse(until)
      const kept = await db.transaction().execute(async (trx) => {
        const before = await requireWindow(trx, seen.id)
        if (closesAt <= now) throw new Refusal(400, 'booking.past')
        const [first] = await slotsOf(trx, [seen.id])
        if (first && closesAt > first.start) throw new Refusal(400, 'window.closesLate')
        const to = { state: 'OPEN' as const, action: 'extended', set: { closesAt } }
        const wasClosed = windowStateAt(before, now) === 'CLOSED'
        const window = await become(trx, caller, seen, to)
        const changes = changesBetween({ closesAt: iso(before.closesAt) }, { closesAt: until })
        await note(trx, caller, 'WINDOW_EXTENDED', window, { changes })
        return wasClosed ? keepWindowNews(trx, window, now, openedNews(window)) : []
      })
      return changed(seen.id, kept)
    },

    cancelWindow: async ({ message, ...seen }, { caller }) => {
      const now = clock()
      await holdTurn(db)
      const kept = await db.transaction().execute(async (trx) => {
        const set = {}
        const window = await become(trx, caller, seen, { state: 'CANCELLED', action: 'cancelled', set })
        await note(trx, caller, 'WINDOW_CANCELLED', window, { reason: message })
        const waiting = await heldBookings(trx)
          .where('s.windowID', '=', window.id)
          .where('b.shiftID', 'is', null)
          .select('b.requestID')
          .execute()
        const ids = waiting.flatMap(({ requestID }) => (requestID === null ? [] : [requestID]))
        await trx
          .updateTable('bookingRequests')
          .set({ state: 'DECLINED', decidedBy: caller.userID, decidedAt: now, decisionNote: message })
          .where('id', 'in', [0, ...ids])
          .where('state', '=', 'PENDING')
          .execute()
        return keepWindowNews(trx, window, now, {
          ...{ subject: `Booking is cancelled: ${window.name}`, body: message },
        })
      })
      await tellPending(db, shell)
      return changed(seen.id, kept)
    },

    remindWindow: async ({ id }, { caller }) => {
      const now = clock()
      const kept = await db.transaction().execute(async (trx) => {
        const window = await requireWindow(trx, id)
        const state = windowStateAt(window, now)
        if (state !== 'OPEN') throw new Refusal(400, 'window.notOpen')
        await trx.updateTable('bookingWindows').set({ remindedAt: now }).where('id', '=', id).execute()
        await note(trx, caller, 'WINDOW_REMINDED', window)
        const { body } = openedNews(window)
        return keepWindowNews(trx, window, now, {
          ...{ subject: `You have booked no hours yet: ${window.name}`, body, isNew: true },
        })
      })
      publisher.notified(kept)
      return { told: kept.length }
    },

    openSlots: async (_input, { caller }) => ({
      slots: await openSlotsFor(db, caller, clock(), { withFull: true }),
    }),

    bookSlot: async (wanted, { caller }) => {
      const now = clock()
      await holdTurn(db)
      const { kept, ...booked } = await db.transaction().execute((trx) => bookSlot(trx, caller, wanted, now))
      publisher.notified(kept)
      shell.main.toUser(caller.userID, 'calendarChanged', [])
      const { windowID } = await requireSlot(db, wanted.slotID)
      await tellWindows(db, shell, [windowID])
      if (booked.shiftID !== null) await tellPlanners(db, shell, [booked.shiftID])
      else await tellPending(db, shell)
      return booked
    },
  }

  /** What is to be kept of a window. @throws Refusal 400 for what can't be (spec 4 §4.5.4) */
  async function checked(trx: Database, wanted: Saved, now: number) {
    const { id, name, from, to, areaIDs, contractTypeIDs, skillIDs, projectID } = wanted
    const opensAt = Date.parse(wanted.opensAt)
    const closesAt = Date.parse(wanted.closesAt)
    const slots: Slots = wanted.slots
      .map((slot) => ({ ...slot, start: Date.parse(slot.start), end: Date.parse(slot.end) }))
      .toSorted((a, b) => a.start - b.start || a.end - b.end)
    const other = await trx
      .selectFrom('bookingWindows')
      .where('nameKey', '=', searchable(name))
      .select('id')
      .executeTakeFirst()
    if (other && other.id !== id) throw new Refusal(400, 'record.nameTaken', { one: words.one })
    if (opensAt >= closesAt) throw new Refusal(400, 'window.opensLate')
    if (closesAt > (slots[0]?.start ?? 0)) throw new Refusal(400, 'window.closesLate')
    if (id === undefined && closesAt <= now) throw new Refusal(400, 'booking.past')
    if (slots.some(({ start }) => dayOf(start) < from || dayOf(start) > to))
      throw new Refusal(400, 'window.slotOutside')
    if (new Set(slots.map(({ start, end }) => `${start} ${end}`)).size < slots.length)
      throw new Refusal(400, 'window.slotTwice')
    const { minimumHours, maximumHours, approval, location } = wanted
    if (maximumHours !== null && minimumHours > maximumHours) throw new Refusal(400, 'window.hours')
    if (projectID !== null) {
      const project = await trx
        .selectFrom('projects')
        .where('id', '=', projectID)
        .select('id')
        .executeTakeFirst()
      if (!project) throw new Refusal(404, 'record.gone', { one: 'project' })
    }
    const conditions = { areaIDs, contractTypeIDs, skillIDs, minimumQcScore: null, minimumWeeks: null }
    return {
      slots,
      values: {
        ...{ name, nameKey: searchable(name), opensAt, closesAt, from, to, projectID, location },
        ...{ minimumHours, maximumHours, approval, conditions: JSON.stringify(conditions) },
      },
    }
  }

  /** A window's slots as they are wanted. @throws Refusal 400 where fewer places are left than are taken */
  async function putSlots(
    trx: Database,
    caller: Caller,
    windowID: number,
    wanted: Slots,
    now: number,
  ): Promise<void> {
    const stored = await slotsOf(trx, [windowID])
    const taken = await takenOf(
      trx,
      stored.map(({ id }) => id),
    )
    const isAs = (a: (typeof stored)[number], b: Slots[number]) => a.start === b.start && a.end === b.end
    const fresh: Slots[number][] = []
    const kept = new Set<number>()
    for (const slot of wanted) {
      // What somebody booked keeps its times.
      const same = stored.find((one) => isAs(one, slot))
      if (!same) {
        fresh.push(slot)
        continue
      }
      kept.add(same.id)
      const places = taken.get(same.id) ?? 0
      if (slot.capacity < places) throw new Refusal(400, 'window.placesTaken', { places })
      const { capacity, breakMinutes } = slot
      if (same.capacity === capacity && same.breakMinutes === breakMinutes) continue
      if (same.breakMinutes !== breakMinutes) await requireGoodSlots(trx, caller, [slot], now)
      await trx.updateTable('windowSlots').set({ capacity, breakMinutes }).where('id', '=', same.id).execute()
    }
    const gone = stored.filter(({ id }) => !kept.has(id))
    for (const { id } of gone) {
      const places = taken.get(id) ?? 0
      if (places > 0) throw new Refusal(400, 'window.placesTaken', { places })
    }
    await trx
      .deleteFrom('windowSlots')
      .where('id', 'in', [0, ...gone.map(({ id }) => id)])
      .execute()
    await requireGoodSlots(trx, caller, fresh, now)
    for (const { start, end, breakMinutes, capacity } of fresh)
      await trx.insertInto('windowSlots').values({ windowID, start, end, breakMinutes, capacity }).execute()
  }
}
