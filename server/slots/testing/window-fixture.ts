import type { Insertable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { BookingWindowTable } from '../../db/schema/slots.ts'
import { NOON } from '../../http/testing/test-server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Anybody will do. */
export const ANYBODY = {
  ...{ areaIDs: [], contractTypeIDs: [], skillIDs: [], minimumQcScore: null, minimumWeeks: null },
}

interface Slot {
  readonly start: number
  readonly end: number
  readonly breakMinutes?: number
  readonly capacity?: number
}

/**
 * Adds a window that is open until tomorrow, with one place of four hours at noon in two days where nothing else is
 * said. @returns its id and those of its slots
 */
export async function addWindow(
  db: Database,
  {
    slots = [{ start: NOON + 2 * DAY, end: NOON + 2 * DAY + 4 * HOUR }],
    conditions = {},
    ...window
  }: Partial<Insertable<Omit<BookingWindowTable, 'conditions'>>> & {
    readonly slots?: readonly Slot[]
    readonly conditions?: object
  } = {},
): Promise<{ id: number; slots: number[] }> {
  const name = window.name ?? 'Extra evenings'
  const { id } = await db
    .insertInto('bookingWindows')
    .values({
      ...{ name, nameKey: name.toLowerCase(), opensAt: NOON - DAY, closesAt: NOON + DAY },
      ...{ from: '2026-05-04', to: '2026-06-30', projectID: null, location: 'HOME', minimumHours: 0 },
      ...{ maximumHours: null, approval: 'AUTO', state: 'OPEN', createdBy: null, remindedAt: null },
      ...{ version: 1, changedBy: null, changedAt: NOON, ...window },
      conditions: JSON.stringify({ ...ANYBODY, ...conditions }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids: number[] = []
  for (const { start, end, breakMinutes = 0, capacity = 1 } of slots) {
    const row = await db
      .insertInto('windowSlots')
      .values({ windowID: id, start, end, breakMinutes, capacity })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(row.id)
  }
  return { id, slots: ids }
}

const iso = (at: number) => new Date(at).toISOString()

/** Good requests about window 1, which is open, and its slot 1; to be opened it is scheduled. */
export const WINDOW_REQUESTS: Record<string, unknown> = {
  'bookingWindows.listWindows': {},
  'bookingWindows.getWindow': { id: 1 },
  'bookingWindows.windowDetail': { id: 1 },
  'bookingWindows.windowChoices': {},
  'bookingWindows.saveWindow': {
    ...{ name: 'June', opensAt: iso(NOON + HOUR), closesAt: iso(NOON + DAY), from: '2026-05-04' },
    ...{ to: '2026-05-30', approval: 'MANUAL' },
    slots: [{ start: iso(NOON + 2 * DAY), end: iso(NOON + 2 * DAY + 4 * HOUR), capacity: 2 }],
  },
  'bookingWindows.openWindow': { id: 1, version: 1 },
  'bookingWindows.closeWindow': { id: 1, version: 1 },
  'bookingWindows.extendWindow': { id: 1, version: 1, closesAt: iso(NOON + 2 * DAY) },
  'bookingWindows.cancelWindow': { id: 1, version: 1, message: 'The project moved' },
  'bookingWindows.remindWindow': { id: 1 },
  'bookingWindows.openSlots': {},
  'bookingWindows.bookSlot': { slotID: 1 },
}
