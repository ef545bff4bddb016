import { londonField } from '#shared/domain/london-time.ts'
import { isFieldComplete, lacksToGoLive, PROJECT_MOVES, type ProjectStatus } from '#shared/domain/projects.ts'
import type { Database } from '../db/database.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { type Actor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { openOfProject } from './at-risk.ts'
import { achievedOf, cellsOf } from './project-facts.ts'
import { holdPeople } from './saving.ts'
import { scheduledIn } from './schedule.ts'

const PAGE = 'resource.reports.project-advisory'
const DAY_MS = 24 * 3_600_000
/** Whoever has it in the plan so far ahead is told that it goes live. Ours. */
const TOLD_AHEAD_MS = 14 * DAY_MS

const BY_ITSELF: Actor = { userID: null, displayName: 'Shifts and attendance' }

/** As a participle, for the refusal. */
const MADE: Readonly<Record<ProjectStatus, string>> = {
  PLANNED: 'planned',
  LIVE: 'made live',
  PAUSED: 'paused',
  FIELD_COMPLETE: 'completed',
  CLOSED: 'closed',
  CANCELLED: 'cancelled',
}
/** What people are told (spec 4 §5.3). */
const NEWS: Readonly<Partial<Record<ProjectStatus, string>>> = {
  LIVE: 'is live',
  PAUSED: 'is paused',
  FIELD_COMPLETE: 'has its field work done',
  CANCELLED: 'is cancelled',
}

interface StoredProject {
  readonly id: number
  readonly name: string
  readonly status: ProjectStatus
}

export interface ProjectMoved {
  /** How many allocations ended. */
  readonly ended: number
  /** Whose. */
  readonly people: readonly number[]
  readonly kept: readonly KeptNotification[]
}

const cannot = (state: ProjectStatus, to: ProjectStatus) =>
  new Refusal(409, 'record.cannot', { record: 'The project', state, action: MADE[to] })

/** Allocations to a project that hold or are to hold from a moment on, drafts among them; soonest first. */
export async function allocationsToCome(db: Database, projectID: number, now: number) {
  return db
    .selectFrom('allocations as a')
    .innerJoin('users as u', 'u.id', 'a.userID')
    .where('a.projectID', '=', projectID)
    .where('a.state', 'in', ['PLANNED', 'PUBLISHED', 'LIVE'])
    .where('a.end', '>', now)
    .orderBy('a.start')
    .orderBy('a.id')
    .select(['a.id', 'a.userID', 'a.start', 'a.end', 'a.state', 'u.displayName as name', 'u.managerID'])
    .execute()
}

/** Ends them: a draft goes, what has begun is done, what was to come is cancelled. */
async function endAllocations(
  trx: Database,
  rows: Awaited<ReturnType<typeof allocationsToCome>>,
  now: number,
): Promise<void> {
  const idsOf = (wanted: (row: (typeof rows)[number]) => boolean) => [
    0,
    ...rows.filter(wanted).map(({ id }) => id),
  ]
  await trx
    .deleteFrom('allocations')
    .where(
      'id',
      'in',
      idsOf(({ state }) => state === 'PLANNED'),
    )
    .execute()
  await trx
    .updateTable('allocations')
    .set({ end: now, state: 'DONE', isRemoved: 0 })
    .where(
      'id',
      'in',
      idsOf(({ state, start }) => state !== 'PLANNED' && start < now),
    )
    .execute()
  await trx
    .updateTable('allocations')
    .set({ state: 'CANCELLED', isRemoved: 0 })
    .where(
      'id',
      'in',
      idsOf(({ state, start }) => state !== 'PLANNED' && start >= now),
    )
    .execute()
}

/** Who has the project in the plan, by what they were told, and who leads them. */
async function planned(trx: Database, projectID: number, now: number) {
  const blocks = await scheduledIn(trx, { from: now, to: now + TOLD_AHEAD_MS })
  const userIDs = [
    ...new Set(blocks.filter((one) => one.projectID === projectID).map(({ userID }) => userID)),
  ]
  return trx
    .selectFrom('users')
    .where('id', 'in', [0, ...userIDs])
    .orderBy('id')
    .select(['id as userID', 'managerID'])
    .execute()
}

/**
 * Makes another of a project. Leaving LIVE ends its allocations; whom that concerns is told, and whoever leads them
 * (spec 4 §5.1, §5.3).
 * @throws Refusal 409 where somebody was first
 */
async function become(
  trx: Database,
  actor: Actor,
  { id, name, status }: StoredProject,
  { to, now }: { readonly to: ProjectStatus; readonly now: number },
): Promise<ProjectMoved> {
  const leaves = status === 'LIVE'
  // People before the project, as whoever allocates them does, so that neither waits for the other for ever.
  await holdPeople(
    trx,
    (await allocationsToCome(trx, id, now)).map(({ userID }) => userID),
  )
  const concerned = await planned(trx, id, now)
  const { numUpdatedRows } = await trx
    .updateTable('projects')
    .set({ status: to, ...(leaves && { boostedUntil: null }) })
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) {
    const now = await trx.selectFrom('projects').where('id', '=', id).select('status').executeTakeFirst()
    throw cannot(now?.status ?? status, to)
  }
  const rows = leaves ? await allocationsToCome(trx, id, now) : []
  await endAllocations(trx, rows, now)
  const known = rows.filter(({ state }) => state !== 'PLANNED')
  const kept = await keepNotifications(
    trx,
    now,
    newsOf({ name, to, actor }, [...concerned, ...known], new Set(known.map(({ userID }) => userID))),
  )
  await audit(trx, actor, now, {
    ...{ action: 'PROJECT_STATUS_CHANGED', page: PAGE, recordType: 'project', recordID: id, label: name },
    changes: [
      { field: 'status', before: status, after: to },
      ...(rows.length > 0 ? [{ field: 'allocations', before: rows.length, after: 0 }] : []),
    ],
  })
  return { ended: rows.length, people: [...new Set(rows.map(({ userID }) => userID))], kept }
}

function newsOf(
  { name, to, actor }: { readonly name: string; readonly to: ProjectStatus; readonly actor: Actor },
  concerned: readonly { readonly userID: number; readonly managerID: number | null }[],
  lost: ReadonlySet<number>,
): NewNotification[] {
  const words = NEWS[to]
  if (words === undefined) return []
  const people = new Set(concerned.map(({ userID }) => userID))
  const managers = new Set(concerned.flatMap(({ managerID }) => managerID ?? []))
  const by = actor.userID === null ? '' : `By ${actor.displayName}. `
  return [...people, ...[...managers].filter((id) => !people.has(id))]
    .filter((userID) => userID !== actor.userID)
    .map((userID) => ({
      ...{ userID, type: 'NEW_UPDATE', source: 'ALLOCATION', subject: `${name} ${words}` },
      body: `${by}${lost.has(userID) ? 'What was planned for you on it has ended.' : ''}`.trim(),
    }))
}

/**
 * Takes a project to another state, as spec 4 §5.1 lists it.
 * @throws Refusal 404 where there is none, 409 for what isn't listed, 400 for what it lacks to go live, or appointments
 * that are open when it is to close
 */
export async function moveProject(
  trx: Database,
  actor: Actor,
  { projectID, to }: { readonly projectID: number; readonly to: ProjectStatus },
  now: number,
): Promise<ProjectMoved> {
  const project = await trx
    .selectFrom('projects')
    .where('id', '=', projectID)
    .where('kind', '<>', 'INTERNAL')
    .select(['id', 'name', 'status', 'targetCompletes', 'start', 'end'])
    .executeTakeFirst()
  if (!project) throw new Refusal(404, 'record.gone', { one: 'project' })
  if (!PROJECT_MOVES[project.status].includes(to)) throw cannot(project.status, to)
  const lacks = to === 'LIVE' ? lacksToGoLive(project) : []
  if (lacks.length > 0) throw new Refusal(400, 'project.lacks', { fields: lacks })
  const open = to === 'CLOSED' ? await openOfProject(trx, projectID, now) : 0
  if (open > 0) throw new Refusal(400, 'project.appointments', { n: open })
  return become(trx, actor, project, { to, now })
}

/** Live projects whose field work is over, as FIELD_COMPLETE (spec 4 §5.1). */
export async function completeFields(db: Database, now: number): Promise<ProjectMoved[]> {
  const live = await db
    .selectFrom('projects')
    .where('status', '=', 'LIVE')
    .where('kind', '<>', 'INTERNAL')
    .orderBy('id')
    .select(['id', 'name', 'status', 'targetCompletes', 'end'])
    .execute()
  if (live.length === 0) return []
  const ids = live.map(({ id }) => id)
  const [achieved, cells] = [await achievedOf(db, ids), await cellsOf(db, ids)]
  const today = londonField(now).slice(0, 10)
  const done = live.filter((project) =>
    isFieldComplete(
      {
        ...project,
        achieved: achieved.get(project.id) ?? 0,
        cells: (cells.get(project.id) ?? []).map((cell) => ({
          target: cell.target,
          achieved: Number(cell.achieved),
          isSuspended: cell.isSuspended === 1,
        })),
      },
      today,
    ),
  )
  const moved: ProjectMoved[] = []
  for (const project of done) {
    try {
      moved.push(
        await db
          .transaction()
          .execute((trx) => become(trx, BY_ITSELF, project, { to: 'FIELD_COMPLETE', now })),
      )
    } catch (error) {
      // Somebody paused it meanwhile.
      if (!(error instanceof Refusal)) throw error
    }
  }
  return moved
}
