import { unmetBy, windowStateAt } from '#shared/domain/booking-windows.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import type { WorkingDayChange } from '#shared/hubs/main.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Database } from '../db/database.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { conditionsIn, dayOf, offerees } from './people.ts'
import { hoursBooked, type StoredWindow, windowRows } from './stored.ts'

const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})

/** Who may book in a window; `isNew` leaves out those who booked already. */
export async function whoMay(db: Database, window: StoredWindow, now: number, isNew = false) {
  const conditions = conditionsIn(window.conditions)
  const booked = isNew ? (await hoursBooked(db, [window.id])).get(window.id) : undefined
  return (await offerees(db)).filter(
    (person) => unmetBy(person, conditions, dayOf(now)) === null && !booked?.has(person.userID),
  )
}

/** Tells everybody who may book of a window, in the caller's transaction. */
export async function keepWindowNews(
  trx: Database,
  window: StoredWindow,
  now: number,
  {
    subject,
    body,
    isNew = false,
  }: { readonly subject: string; readonly body: string; readonly isNew?: boolean },
): Promise<KeptNotification[]> {
  const people = await whoMay(trx, window, now, isNew)
  return keepNotifications(
    trx,
    now,
    people.map(({ userID }) => ({
      ...{ userID, subject, body, type: 'NEW_UPDATE' as const, source: 'BOOKING_WINDOW' },
      sourceID: window.id,
    })),
  )
}

/** What people read when hours can be booked. */
export const openedNews = ({ name, closesAt }: Pick<StoredWindow, 'name' | 'closesAt'>) => ({
  subject: `You can book hours: ${name}`,
  body: `Until ${WHEN.format(closesAt)}, in My calendar under ‘Pick up’.`,
})

/** Tells windows of those who look at a page, on every server, that something on it is otherwise. */
export async function tellHolders(
  db: Database,
  { main }: Pick<LiveShell, 'main'>,
  permissions: readonly PermissionName[],
  change: WorkingDayChange,
): Promise<void> {
  const rows = await db
    .selectFrom('userPermissions')
    .where(
      'permission',
      'in',
      permissions.map((name) => PERMISSIONS[name]),
    )
    .select('userID')
    .distinct()
    .execute()
  for (const { userID } of rows)
    if (main.onlineUserIDs.has(userID)) main.toUser(userID, 'workingDayChange', [change])
}

export const tellWindows = (db: Database, shell: Pick<LiveShell, 'main'>, ids: readonly number[]) =>
  tellHolders(db, shell, ['IRESOURCE_CAN_SEE_BOOKING_WINDOWS'], { entity: 'BOOKING_WINDOW', ids: [...ids] })

/**
 * Tells whoever decides on requests about shifts that these are otherwise; of a shift that is given up, those of its
 * area besides, whose ‘Pick up’ lists it or lists it no longer (spec 4 §4.2.2).
 */
export async function tellShiftRequests(
  db: Database,
  shell: Pick<LiveShell, 'main'>,
  ids: readonly number[],
): Promise<void> {
  await tellHolders(db, shell, ['IRESOURCE_CAN_PROCESS_SHIFT'], { entity: 'SHIFT_REQUEST', ids: [...ids] })
  if (ids.length === 0) return
  const colleagues = await db
    .selectFrom('shiftRequests as r')
    .innerJoin('shifts as s', 's.id', 'r.shiftID')
    .innerJoin('users as u', (join) =>
      join.on((eb) => eb.or([eb('s.areaID', 'is', null), eb('u.areaID', '=', eb.ref('s.areaID'))])),
    )
    .innerJoin('userPermissions as p', 'p.userID', 'u.id')
    .where('r.id', 'in', ids)
    .where('r.type', '=', 'DROP')
    .where('p.permission', '=', PERMISSIONS.ITRACKER_CAN_SEE_MY_SCHEDULE)
    .whereRef('u.id', '<>', 'r.byUserID')
    .select('u.id')
    .distinct()
    .execute()
  for (const { id } of colleagues)
    if (shell.main.onlineUserIDs.has(id)) shell.main.toUser(id, 'calendarChanged', [])
}

interface OpeningParts {
  readonly db: Database
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
  readonly shell: Pick<LiveShell, 'main'>
}

/** Writes down what the clock opened and closed; who may book is told once. @returns how many of each */
export async function followWindows(
  { db, publisher, shell }: OpeningParts,
  now: number,
): Promise<{ readonly opened: number; readonly closed: number }> {
  const due = await windowRows(db)
    .where((eb) =>
      eb.or([
        eb.and([eb('w.state', '=', 'SCHEDULED'), eb('w.opensAt', '<=', now)]),
        eb.and([eb('w.state', 'in', ['SCHEDULED', 'OPEN']), eb('w.closesAt', '<=', now)]),
      ]),
    )
    .orderBy('w.id')
    .execute()
  let opened = 0
  let closed = 0
  for (const window of due) {
    const state = windowStateAt(window, now)
    const kept = await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('bookingWindows')
        .set({ state })
        .where('id', '=', window.id)
        .where('state', '=', window.state)
        .executeTakeFirstOrThrow()
      // Somebody opened or closed it just now.
      if (numUpdatedRows !== 1n) return null
      return state === 'OPEN' ? keepWindowNews(trx, window, now, openedNews(window)) : []
    })
    if (kept === null) continue
    if (state === 'OPEN') opened += 1
    else closed += 1
    publisher.notified(kept)
    for (const { userID } of kept) shell.main.toUser(userID, 'calendarChanged', [])
  }
  if (due.length > 0)
    await tellWindows(
      db,
      shell,
      due.map(({ id }) => id),
    )
  return { opened, closed }
}

/** Opens and closes booking windows by the clock (spec 4 §5.1, 5 §5.2). */
export function bookingWindowsService(parts: OpeningParts): BackgroundService {
  return {
    key: 'BOOKING_WINDOWS',
    name: 'Booking windows',
    what: 'Opens and closes booking windows at their times, and tells who may book.',
    schedule: { every: 1 },
    async run({ startedAt, log }) {
      const { opened, closed } = await followWindows(parts, startedAt)
      if (opened + closed > 0) log(`${opened} opened, ${closed} closed`)
    },
  }
}
