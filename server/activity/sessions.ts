import * as z from 'zod/mini'
import {
  ACTIVITY_ACTIONS,
  type ActivityAction,
  type ActivityName,
  actionsBetween,
  afterUntaken,
  isWatchedAfter,
} from '#shared/domain/activity.ts'
import type { ProjectKind } from '#shared/domain/projects.ts'
import type { Database } from '../db/database.ts'
import { coverAgain } from '../interviews/cover-again.ts'
import { endIdle } from './idle-time.ts'
import { followActivity } from './shift-states.ts'

const actionList = z.array(z.enum(ACTIVITY_ACTIONS))

/** Actions as they are kept. */
export function actionsIn(pending: string | undefined): ActivityAction[] {
  const read = actionList.safeParse(JSON.parse(pending ?? '[]'))
  return read.success ? read.data : []
}

/** The activity that a person goes over to, and who decided it. */
export interface ActivityChange {
  readonly userID: number
  readonly activity: ActivityName
  readonly project?: string | null
  readonly category?: string | null
  /** Beside what every such switch makes windows do; null for none at all. */
  readonly actions?: readonly ActivityAction[] | null
  /** Why, where that was asked; '' without. */
  readonly reason?: string
  readonly location?: 'OFFICE' | 'HOME' | null
  /** The product itself did it, of its own accord. */
  readonly isBySystem?: boolean
  /** By which the window names it, so that it comes once. */
  readonly switchKey?: string | null
  /** Its time isn't what the machine's clock said. */
  readonly isTimeCorrected?: boolean
  /** Who changes it. If it isn't the person, the activity overrides their own. */
  readonly by: number
}

/** The person's present activity; none where they are INACTIVE without having said so. */
export const openSession = (db: Database, userID: number) =>
  db
    .selectFrom('activitySessions')
    .selectAll()
    .where('userID', '=', userID)
    .where('endedAt', 'is', null)
    .executeTakeFirst()

/** Whether a switch that its window names so was made already. */
export async function hasSwitch(db: Database, userID: number, switchKey: string): Promise<boolean> {
  const made = await db
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('switchKey', '=', switchKey)
    .select('id')
    .executeTakeFirst()
  return made !== undefined
}

interface NamedProject {
  readonly id: number
  readonly kind: ProjectKind
}

/** Which project that is, by its name or code; null where the company has none of it. */
async function projectNamed(db: Database, name: string | null): Promise<NamedProject | null> {
  if (name === null) return null
  const found = await db
    .selectFrom('projects')
    .where((eb) => eb.or([eb('name', '=', name), eb('code', '=', name)]))
    .orderBy('id')
    .select(['id', 'kind'])
    .executeTakeFirst()
  return found ?? null
}

const isDialledKind = (kind: ProjectKind | undefined) => kind === 'CATI' || kind === 'INBOUND'

/** Whether work on a session's project is dialled. */
async function isDialled(db: Database, { projectID }: { readonly projectID: number | null }) {
  if (projectID === null) return false
  const project = await db
    .selectFrom('projects')
    .where('id', '=', projectID)
    .select('kind')
    .executeTakeFirst()
  return isDialledKind(project?.kind)
}

type OpenSession = NonNullable<Awaited<ReturnType<typeof openSession>>>

/** What windows do for that switch; what was asked for besides comes after it. */
async function actionsOf(
  trx: Database,
  open: OpenSession | undefined,
  to: { readonly activity: ActivityName; readonly project: NamedProject | null },
  asked: readonly ActivityAction[],
): Promise<ActivityAction[]> {
  const from = open?.activity ?? 'INACTIVE'
  const between = actionsBetween(
    { activity: from, isDialled: open && from === 'AVAILABLE' ? await isDialled(trx, open) : false },
    { activity: to.activity, isDialled: isDialledKind(to.project?.kind) },
  )
  return [...between, ...asked.filter((action) => !between.includes(action))]
}

/** The end of a person's session, with the lost work that was booked on it. */
async function endSession(trx: Database, id: number, at: number, by: number | null): Promise<void> {
  await trx.updateTable('activitySessions').set({ endedAt: at, endedBy: by }).where('id', '=', id).execute()
  await trx
    .updateTable('systemIssues')
    .set({ endedAt: at })
    .where('sessionID', '=', id)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', at)]))
    .execute()
}

const rowOf = (change: ActivityChange, project: NamedProject | null, at: number) => ({
  ...{ userID: change.userID, activity: change.activity, startedAt: at, startedBy: change.by },
  ...{ project: change.project ?? null, projectID: project?.id ?? null, category: change.category ?? null },
  reason: change.reason ?? '',
  location: change.location ?? null,
  source: change.isBySystem ? ('SYSTEM' as const) : ('' as const),
  switchKey: change.switchKey ?? null,
  isTimeCorrected: change.isTimeCorrected ? 1 : 0,
})

/**
 * Ends the person's activity and begins another, in a transaction of the caller's. Lost work that was booked
 * on the ended activity ends with it. @returns the new session's id
 */
export async function switchActivity(trx: Database, change: ActivityChange, at: number): Promise<number> {
  const { userID, activity, actions: asked = [], by } = change
  const open = await openSession(trx, userID)
  const project = await projectNamed(trx, change.project ?? null)
  const actions = asked === null ? [] : await actionsOf(trx, open, { activity, project }, asked)
  const toDo = afterUntaken(actionsIn(open?.pendingActions), actions)
  if (open) {
    await endSession(trx, open.id, at, by)
    await endIdle(trx, userID, at)
  }
  // Whatever waited for the end of a call is overtaken.
  await trx.deleteFrom('waitingSwitches').where('userID', '=', userID).execute()
  const { id } = await trx
    .insertInto('activitySessions')
    .values({
      ...rowOf(change, project, at),
      ...{ endedAt: null, endedBy: null, pendingActions: JSON.stringify(toDo) },
      isWatched: isWatchedAfter(open?.isWatched === 1, actions) ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await followActivity(trx, userID, activity, at)
  return id
}

/** The session in which a moment lies, and the first that begins after it. */
export async function sessionsAround(db: Database, userID: number, at: number) {
  const own = db.selectFrom('activitySessions').selectAll().where('userID', '=', userID)
  const before = await own
    .where('startedAt', '<=', at)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const after = await own.where('startedAt', '>', at).orderBy('startedAt').orderBy('id').executeTakeFirst()
  const covers = before && (before.endedAt === null || before.endedAt > at) ? before : undefined
  return { covers, before, after }
}

/**
 * Puts a switch where it belongs that comes later than it was made (spec 4 §4.2.1): it lasts up to the switch that was
 * made after it, so that whatever order they arrive in, sessions neither overlap nor leave a gap. In a transaction of the
 * caller's. @param at when it was made
 */
export async function switchLate(trx: Database, change: ActivityChange, at: number): Promise<void> {
  const { userID, by } = change
  const { covers, after } = await sessionsAround(trx, userID, at)
  if (!after) {
    await switchActivity(trx, change, at)
    return
  }
  const project = await projectNamed(trx, change.project ?? null)
  // What ended before it leaves as much free as it did.
  if (covers) await endSession(trx, covers.id, at, by)
  await trx
    .insertInto('activitySessions')
    .values({
      ...rowOf(change, project, at),
      ...{ endedAt: after.startedAt, endedBy: after.startedBy, pendingActions: '[]' },
    })
    .execute()
  await coverAgain(trx, userID, covers?.startedAt ?? at, after.startedAt)
}

/** Removes a session that goes on, and lets the one before it go on again, with the lost work that was booked on it. */
export async function removeSwitch(trx: Database, userID: number, sessionID: number): Promise<void> {
  const removed = await trx
    .deleteFrom('activitySessions')
    .where('id', '=', sessionID)
    .returning(['startedAt', 'activity', 'projectID', 'pendingActions'])
    .executeTakeFirstOrThrow()
  const { startedAt, activity } = removed
  // The end of a shift is taken back with it.
  if (activity === 'INACTIVE')
    await trx
      .updateTable('shifts')
      .set((eb) => ({ state: 'LIVE', version: eb('version', '+', 1), changedAt: startedAt }))
      .where('userID', '=', userID)
      .where('state', '=', 'COMPLETED')
      .where('changedAt', '=', startedAt)
      .execute()
  const before = await trx
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('endedAt', '=', startedAt)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'activity', 'projectID'])
    .executeTakeFirst()
  if (!before) return
  // The dialler that was left is wanted again.
  const actions = actionsBetween(
    { activity, isDialled: await isDialled(trx, removed) },
    { activity: before.activity, isDialled: await isDialled(trx, before) },
  )
  await trx
    .updateTable('activitySessions')
    .set({
      ...{ endedAt: null, endedBy: null },
      pendingActions: JSON.stringify(afterUntaken(actionsIn(removed.pendingActions), actions)),
    })
    .where('id', '=', before.id)
    .execute()
  await trx
    .updateTable('systemIssues')
    .set({ endedAt: null })
    .where('sessionID', '=', before.id)
    .where('endedAt', '=', startedAt)
    .execute()
}

const SYSTEM_ISSUES = 'SYSTEM ISSUES'

/**
 * The activity session for lost work: the present one if the person has system issues already, else a new one
 * for the same project. In a transaction of the caller's.
 */
export async function sessionOfIssue(trx: Database, userID: number, at: number): Promise<number> {
  const open = await openSession(trx, userID)
  if (open?.activity === SYSTEM_ISSUES) return open.id
  const { project = null, category = null } = open ?? {}
  return switchActivity(trx, { userID, activity: SYSTEM_ISSUES, project, category, by: userID }, at)
}

/**
 * Ends records of lost work, in a transaction of the caller's. People who had system issues because of one
 * become AVAILABLE. @returns whose activity has changed
 */
export async function endIssues(
  trx: Database,
  records: readonly { readonly id: number; readonly userID: number; readonly sessionID: number | null }[],
  by: number,
  at: number,
): Promise<number[]> {
  const changed: number[] = []
  for (const { id, userID, sessionID } of records) {
    await trx
      .updateTable('systemIssues')
      .set({ endedAt: at })
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .execute()
    const open = sessionID === null ? undefined : await openSession(trx, userID)
    if (open?.id !== sessionID || open === undefined) continue
    const { project, category } = open
    const change = { userID, activity: 'AVAILABLE' as const, project, category, by, isBySystem: true }
    await switchActivity(trx, change, at)
    changed.push(userID)
  }
  return changed
}
