import { MOVING_WORDS, type Moving, openItems } from '#shared/domain/leaving.ts'
import { listWords } from '#shared/domain/locale.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { PERMISSIONS, type Permissions } from '#shared/domain/permissions.ts'
import type { LeaveReason } from '#shared/domain/person.ts'
import type { EndedSignIn } from '../auth/sessions.ts'
import { tellPending } from '../booking/requests.ts'
import { leaveAdminship } from '../chat/membership.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { keepNotifications, type NewNotification } from '../notifications/notification-store.ts'
import { type Actor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { grantorIDs, keepingGrantor, requireNoWayUp, somebodyCanGrant } from '../roles/grantors.ts'
import { cancelFuture, futureShifts } from './calendar.ts'
import { type AccessParts, endAccess } from './end-access.ts'
import { type MovingNews, managersAbove, moveAll, movesOf, type Tell } from './moving.ts'

/** What somebody's leaving needs, and who is told of it. */
export interface LeaverParts extends AccessParts, MovingNews {
  readonly db: Database
  readonly clock: Clock
  /** Closes the windows of sign-ins that ended. */
  readonly tellEnded: (ended: readonly EndedSignIn[]) => void
}

/** Who lets somebody go. Without permissions it is no person, and 'no way up' isn't asked. */
export type LeavingActor = Actor & { readonly permissions?: Permissions }

/** Who takes over: somebody; nobody, where nothing is open; or the manager, by whom a directory does it. */
export type NewHolder = number | null | 'MANAGER'

/** Somebody's leaving, as it is asked for. */
export interface Leaving {
  readonly userID: number
  /** The last day, YYYY-MM-DD; a day to come takes effect at 00:05 of the day after it. */
  readonly leaveDate: string
  readonly reason: LeaveReason
  /** For HR. */
  readonly note: string
  readonly newHolder: NewHolder
}

/** Where what somebody left is kept, for the audit. */
export const PEOPLE_PAGE = 'admin.active-users'
/** Most days that the planners' notification names. */
const DAYS_NAMED = 5

/** So many years after they left, people's files are erased (spec 5 §6.8). */
const FILES_KEPT_YEARS = 6
const erasureDueOf = (leaveDate: string): string =>
  `${Number(leaveDate.slice(0, 4)) + FILES_KEPT_YEARS}${leaveDate.slice(4)}`

/** The company's day of a moment, YYYY-MM-DD. */
export const dayOf = (at: number): string => londonField(at).slice(0, 10)

const findPerson = (db: Database, userID: number) =>
  db
    .selectFrom('users')
    .where('id', '=', userID)
    .select(['id', 'displayName', 'managerID', 'status', 'startDate', 'leaveDate', 'leaveReason'])
    .executeTakeFirst()
type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/** @throws Refusal 404 where there is nobody, 409 where they left */
async function requireHere(db: Database, userID: number): Promise<Person> {
  const person = await findPerson(db, userID)
  if (!person || userID < 0) throw new Refusal(404, 'record.gone', { one: 'person' })
  if (person.status === 'LEAVER') throw new Refusal(409, 'leaver.gone', { name: person.displayName })
  return person
}

/** The first of these people who is active. */
async function firstActive(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return null
  const rows = await db
    .selectFrom('users')
    .where('id', 'in', ids)
    .where('isActive', '=', 1)
    .select(['id', 'displayName'])
    .execute()
  const byID = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byID.get(id)).find((row) => row !== undefined) ?? null
}

/** The manager, or whoever is next above them and works here, or somebody who may grant permissions. */
export const managerWhoIsHere = async (db: Database, userID: number) =>
  (await firstActive(db, await managersAbove(db, userID))) ??
  (await firstActive(
    db,
    [...(await grantorIDs(db))].filter((id) => id !== userID).sort((a, b) => a - b),
  ))

/**
 * Who takes over.
 * @throws Refusal 400 where something is open and nobody is named, or somebody who doesn't work here
 */
async function holderOf(db: Database, person: Person, wanted: NewHolder, moves: readonly Moving[]) {
  if (wanted === 'MANAGER') return managerWhoIsHere(db, person.id)
  const open = openItems(moves)
  if (wanted === null) {
    if (open > 0) throw new Refusal(400, 'leaver.noHolder', { open })
    return null
  }
  const holder = await firstActive(
    db,
    [wanted].filter((id) => id !== person.id),
  )
  if (!holder) throw new Refusal(400, 'leaver.badHolder')
  return holder
}

const inWords = (moves: readonly Moving[]) =>
  listWords(
    moves
      .filter(({ kind, count }) => count > 0 && kind !== 'SHIFTS')
      .map(({ kind, count }) => MOVING_WORDS[kind](count)),
  )

/** Those who plan shifts. */
async function planners(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('userPermissions as p')
    .innerJoin('users as u', 'u.id', 'p.userID')
    .where('p.permission', '=', PERMISSIONS.IRESOURCE_CAN_PROCESS_SHIFT)
    .where('u.isActive', '=', 1)
    .select('u.id')
    .execute()
  return rows.map(({ id }) => id)
}

async function ofUncovered(
  trx: Database,
  { id, displayName }: Person,
  shifts: readonly number[],
): Promise<NewNotification[]> {
  if (shifts.length === 0) return []
  const days = [...new Set(shifts.map(dayOf))]
  const more = days.length > DAYS_NAMED ? ' …' : ''
  const what = shifts.length === 1 ? '1 shift is' : `${shifts.length} shifts are`
  return (await planners(trx))
    .filter((userID) => userID !== id)
    .map((userID) => ({
      userID,
      type: 'NEW_UPDATE',
      subject: `${displayName} left, and ${what} uncovered: ${days.slice(0, DAYS_NAMED).join(', ')}${more}`,
      source: 'CALENDAR',
      cssClass: 'warning',
    }))
}

/**
 * Somebody leaves now (spec 5 §3.4), in a transaction that keeps a grantor (`keepingGrantor`): all of it or
 * nothing.
 * @returns tells everybody concerned; it belongs after the transaction
 */
export async function leaveNow(
  trx: Database,
  parts: LeaverParts,
  actor: LeavingActor,
  { userID, leaveDate, reason, note, newHolder }: Leaving,
): Promise<Tell> {
  const at = parts.clock()
  if (actor.userID === userID) throw new Refusal(400, 'leaver.self')
  const person = await requireHere(trx, userID)
  const moves = await movesOf(trx, userID, at)
  const holder = await holderOf(trx, person, newHolder, moves)
  const shifts = await futureShifts(trx, userID, at)
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set((eb) => ({
      ...{ status: 'LEAVER', isActive: 0, leaveDate, leaveReason: reason, leftAt: at },
      erasureDue: erasureDueOf(leaveDate),
      ...{ deactivatedBy: actor.userID, suspendReason: '', suspendedUntil: null, passwordHash: '' },
      ...{ mustChangePassword: 0, temporaryUntil: null, changedBy: actor.userID, changedAt: at },
      version: eb('version', '+', 1),
    }))
    .where('id', '=', userID)
    .where('status', '<>', 'LEAVER')
    .executeTakeFirst()
  // Somebody else, perhaps on another server, was first.
  if (numUpdatedRows === 0n) throw new Refusal(409, 'leaver.gone', { name: person.displayName })
  const outcome = {
    state: 'DONE',
    leaveDate,
    reason,
    note,
    newHolderID: holder?.id ?? null,
    endedAt: at,
  } as const
  const planned = await trx
    .updateTable('leavings')
    .set(outcome)
    .where('userID', '=', userID)
    .where('state', '=', 'PLANNED')
    .executeTakeFirst()
  const by = { userID: actor.userID, displayName: actor.displayName }
  if (planned.numUpdatedRows === 0n)
    await trx
      .insertInto('leavings')
      .values({
        ...{ ...outcome, userID, plannedAt: at },
        ...{ plannedBy: actor.userID, plannedByName: actor.displayName },
      })
      .execute()
  const ended = await endAccess(trx, parts, userID, at)
  const names = { leaverName: person.displayName, leaverManagerID: person.managerID }
  const tellMoved = holder && (await moveAll(trx, { leaverID: userID, ...names, holder, by, at }, parts))
  await cancelFuture(trx, userID, actor.userID, at)
  await leaveAdminship(trx, userID)
  await endActivity(trx, userID, actor.userID, at)
  await trx
    .insertInto('payChecks')
    .values({ kind: 'FINAL_PAY', userID, day: leaveDate, state: 'OPEN', createdAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const told = inWords(moves)
  const kept = await keepNotifications(trx, at, [
    ...(holder && told !== ''
      ? [
          {
            userID: holder.id,
            type: 'NEW_UPDATE' as const,
            subject: `You took over from ${person.displayName}: ${told}`,
          },
        ]
      : []),
    ...(await ofUncovered(trx, person, shifts)),
  ])
  await audit(trx, actor, at, {
    action: 'PERSON_DEACTIVATED',
    page: PEOPLE_PAGE,
    recordType: 'person',
    recordID: userID,
    label: person.displayName,
    reason,
    changes: [
      { field: 'status', before: person.status, after: 'LEAVER' },
      { field: 'leaveDate', before: person.leaveDate, after: leaveDate },
      { field: 'leaveReason', before: person.leaveReason, after: reason },
      ...(holder ? [{ field: 'takenOverBy', before: null, after: holder.displayName }] : []),
      ...moves
        .filter(({ count }) => count > 0)
        .map(({ kind, count }) => ({ field: kind.toLowerCase(), before: count, after: 0 })),
    ],
  })
  return async () => {
    parts.tellEnded(ended)
    parts.personChanged(userID)
    await tellMoved?.()
    parts.publisher.notified(kept)
    await tellPending(parts.db, parts.shell)
  }
}

/** What people do ends when they leave, and so does lost work that they report. */
async function endActivity(trx: Database, userID: number, by: number | null, at: number): Promise<void> {
  await trx
    .updateTable('activitySessions')
    .set({ endedAt: at, endedBy: by })
    .where('userID', '=', userID)
    .where('endedAt', 'is', null)
    .execute()
  await trx
    .updateTable('systemIssues')
    .set({ endedAt: at })
    .where('userID', '=', userID)
    .where('endedAt', 'is', null)
    .execute()
}

/** Notes that somebody leaves on a day to come. */
async function plan(trx: Database, { clock }: LeaverParts, actor: LeavingActor, leaving: Leaving) {
  const { userID, leaveDate, reason, note, newHolder } = leaving
  const at = clock()
  const person = await requireHere(trx, userID)
  const holder = await holderOf(trx, person, newHolder, await movesOf(trx, userID, at))
  if (!(await somebodyCanGrant(trx, userID))) throw new Refusal(400, 'permission.lastGranter')
  const planned = await trx
    .insertInto('leavings')
    .values({
      ...{ userID, state: 'PLANNED', leaveDate, reason, note, newHolderID: holder?.id ?? null },
      ...{ plannedBy: actor.userID, plannedByName: actor.displayName, plannedAt: at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!planned) throw new Refusal(409, 'leaver.planned', { day: person.leaveDate ?? leaveDate })
  await setLeaving(trx, actor, at, userID, { leaveDate, leaveReason: reason })
  await audit(trx, actor, at, {
    action: 'PERSON_LEAVING_PLANNED',
    page: PEOPLE_PAGE,
    recordType: 'person',
    recordID: userID,
    label: person.displayName,
    reason,
    changes: [
      { field: 'leaveDate', before: person.leaveDate, after: leaveDate },
      ...(holder ? [{ field: 'takenOverBy', before: null, after: holder.displayName }] : []),
    ],
  })
}

const setLeaving = (
  trx: Database,
  actor: LeavingActor,
  at: number,
  userID: number,
  values: { leaveDate: string | null; leaveReason: LeaveReason | null },
) =>
  trx
    .updateTable('users')
    .set((eb) => ({ ...values, changedBy: actor.userID, changedAt: at, version: eb('version', '+', 1) }))
    .where('id', '=', userID)
    .execute()

/**
 * Lets somebody go: now, or at 00:05 of the day after a leave date that is to come (spec 5 §3.4). For pages,
 * SCIM (reason DIRECTORY, the manager as new holder) and the command line alike.
 * @throws Refusal 400 for oneself, a leave date before the start, open items without a new holder, and where
 * nobody could grant permissions afterwards; 403 where that person may do more; 404, 409 as `leaver.gone`
 */
export async function deactivate(
  parts: LeaverParts,
  actor: LeavingActor,
  leaving: Leaving,
): Promise<'LEFT' | 'PLANNED'> {
  const { userID, leaveDate } = leaving
  if (actor.userID === userID) throw new Refusal(400, 'leaver.self')
  const { permissions } = actor
  if (permissions) await requireNoWayUp(parts.db, { permissions }, userID)
  const { startDate } = await requireHere(parts.db, userID)
  if (startDate !== null && leaveDate < startDate) throw new Refusal(400, 'person.leaveBeforeStart')
  if (leaveDate > dayOf(parts.clock())) {
    await parts.db.transaction().execute((trx) => plan(trx, parts, actor, leaving))
    parts.personChanged(userID)
    return 'PLANNED'
  }
  const tell = await keepingGrantor(parts.db, (trx) => leaveNow(trx, parts, actor, leaving))
  await tell()
  return 'LEFT'
}

/**
 * Somebody who was to leave stays.
 * @throws Refusal 409 where no leaving is planned, or it took effect; 403 where that person may do more
 */
export async function cancelLeaving(
  { db, clock, personChanged }: LeaverParts,
  actor: LeavingActor,
  userID: number,
): Promise<void> {
  const { permissions } = actor
  if (permissions) await requireNoWayUp(db, { permissions }, userID)
  await db.transaction().execute(async (trx) => {
    const at = clock()
    const person = await requireHere(trx, userID)
    const { numUpdatedRows } = await trx
      .updateTable('leavings')
      .set({ state: 'CANCELLED', endedAt: at })
      .where('userID', '=', userID)
      .where('state', '=', 'PLANNED')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal(409, 'leaver.notPlanned')
    await setLeaving(trx, actor, at, userID, { leaveDate: null, leaveReason: null })
    await audit(trx, actor, at, {
      action: 'PERSON_LEAVING_CANCELLED',
      page: PEOPLE_PAGE,
      recordType: 'person',
      recordID: userID,
      label: person.displayName,
      changes: [{ field: 'leaveDate', before: person.leaveDate, after: null }],
    })
  })
  personChanged(userID)
}
