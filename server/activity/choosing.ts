import type { Selectable } from 'kysely'
import type { ActivityName } from '#shared/domain/activity.ts'
import { ALWAYS_OPEN, mayChoose, ruleOf } from '#shared/domain/activity-rules.ts'
import { type CallingTime, isCallable } from '#shared/domain/calling-hours.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { Permissions } from '#shared/domain/permissions.ts'
import { dayOf, requireUnlocked } from '../attendance/corrections.ts'
import type { Database } from '../db/database.ts'
import type { ProjectTable } from '../db/schema/tasks.ts'
import { Refusal } from '../refusal.ts'
import { requireBrief } from './briefs.ts'
import { overrideOf } from './overriding.ts'
import { openSession, sessionsAround } from './sessions.ts'
import { lockOf } from './shift-lock.ts'
import { shiftFacts } from './shift-now.ts'

/** The names of the skills that somebody holds now: an expired one doesn't count (spec 4 §2). */
export async function skillsOf(db: Database, userID: number, now: number): Promise<ReadonlySet<string>> {
  const day = londonField(now).slice(0, 10)
  const rows = await db
    .selectFrom('personSkills')
    .innerJoin('skills', 'skills.id', 'personSkills.skillID')
    .where('personSkills.userID', '=', userID)
    .where('skills.isActive', '=', 1)
    .where((eb) => eb.or([eb('expires', 'is', null), eb('expires', '>=', day)]))
    .select('skills.name')
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** Every project that people work on now, by name. */
export const liveProjects = (db: Database) =>
  db
    .selectFrom('projects')
    .where('status', '=', 'LIVE')
    .where('kind', '<>', 'INTERNAL')
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name'])
    .execute()

/** Projects that somebody can work on: live, and they hold every skill that it asks for. */
function workable(db: Database, userID: number, now: number) {
  const day = londonField(now).slice(0, 10)
  return db
    .selectFrom('projects as p')
    .where('p.status', '=', 'LIVE')
    .where('p.kind', '<>', 'INTERNAL')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('projectSkills as needed')
            .innerJoin('skills', 'skills.id', 'needed.skillID')
            .leftJoin('personSkills as held', (join) =>
              join
                .onRef('held.skillID', '=', 'needed.skillID')
                .on('held.userID', '=', userID)
                .on((on) => on.or([on('held.expires', 'is', null), on('held.expires', '>=', day)])),
            )
            .whereRef('needed.projectID', '=', 'p.id')
            .where('skills.isActive', '=', 1)
            .where('held.userID', 'is', null)
            .select('needed.skillID'),
        ),
      ),
    )
    .orderBy('p.name')
    .orderBy('p.id')
    .select(['p.id', 'p.name', 'p.kind'])
}

/** Those, by name. */
export const projectsFor = (db: Database, userID: number, now: number) => workable(db, userID, now).execute()

interface Wanted {
  readonly userID: number
  readonly activity: ActivityName
  readonly project: string | null
  readonly category: string | null
  readonly permissions: Permissions
  /** When it is made, in milliseconds since 1970. */
  readonly now: number
  /** It comes later than it was made. */
  readonly isLate?: boolean
}

/**
 * Whether somebody may go over to an activity by themselves, in the transaction in which they do (spec 4 §4.2.1).
 * @returns the project that they go to
 * @throws Refusal 403 where they may not choose it or their shift is locked, 400 where something is missing or
 * they do that already
 */
export async function requireChoice(trx: Database, wanted: Wanted): Promise<string | null> {
  const { userID, activity, category, permissions, now } = wanted
  const rule = ruleOf(activity)
  const skills = rule.skill === undefined ? new Set<string>() : await skillsOf(trx, userID, now)
  if (!mayChoose(rule, { can: (name) => permissions.can(name), skills }))
    throw new Refusal(403, 'activity.notYours', { activity })
  const { present: open, isOver } = await presentAt(trx, wanted)
  const lock = await lockOf(trx, userID)
  if (!ALWAYS_OPEN.has(activity) && lock && lock.at <= now) throw new Refusal(403, 'ticket.shiftLocked')
  const held = isOver ? null : await overrideOf(trx, userID, now)
  if (held !== null && held.until !== null && !ALWAYS_OPEN.has(activity) && activity !== 'SYSTEM ISSUES')
    throw new Refusal(403, 'activity.held', { at: new Date(held.until).toISOString() })
  // Its record is the ticket's: reporting it there puts the person into it.
  if (activity === 'SYSTEM ISSUES') throw new Refusal(400, 'activity.needsTicket')
  const chosen = await requireProject(trx, wanted, rule.needsProject)
  if (activity === 'AVAILABLE' && chosen !== null) await requireBrief(trx, userID, chosen)
  const { activity: present = 'INACTIVE', project: on = null, category: as = null } = open ?? {}
  if (present === activity && on === chosen && as === category)
    throw new Refusal(400, 'activity.already', { activity })
  return chosen
}

/**
 * What the person did when they made the switch, and whether something came after it already.
 * @throws Refusal 400 for a day that is locked for pay, or where they weren't working then
 */
async function presentAt(trx: Database, { userID, now, isLate = false }: Wanted) {
  if (!isLate) return { present: await openSession(trx, userID), isOver: false }
  await requireUnlocked(trx, userID, dayOf(now))
  const { covers, after } = await sessionsAround(trx, userID, now)
  if (after && (!covers || covers.activity === 'INACTIVE')) throw new Refusal(400, 'activity.notStarted')
  return { present: covers, isOver: after !== undefined }
}

async function requireProject(
  trx: Database,
  { userID, activity, project, category, permissions, now }: Wanted,
  isNeeded: boolean,
): Promise<string | null> {
  const { projectKind } = ruleOf(activity)
  const { scheduledProject } = await shiftFacts(trx, userID, now)
  const named = project ?? (activity === 'AVAILABLE' ? scheduledProject : null)
  if (!isNeeded) return named
  if (named === null) throw new Refusal(400, 'activity.noProject')
  if (named === scheduledProject && projectKind === undefined) return named
  // Who is planned on a project stays there, unless they may switch.
  const isAppointment = category === 'Appointments' && permissions.can('PROJECTS_CAN_SWITCH_TO_APPOINTMENT')
  const isSwitch = activity === 'AVAILABLE' && scheduledProject !== null && !isAppointment
  if (isSwitch && !permissions.can('PROJECTS_CAN_USE_SWITCHER'))
    throw new Refusal(403, 'activity.planned', { project: scheduledProject })
  const own = await workable(trx, userID, now)
    .where('p.name', '=', named)
    .select(['p.boostedUntil', 'p.timeZone', 'p.callingHours', 'p.maximumPeople'])
    .executeTakeFirst()
  if (!own || (projectKind !== undefined && own.kind !== projectKind))
    throw new Refusal(400, 'activity.notLive', { project: named })
  if (isSwitch) {
    const isBoosted = (own.boostedUntil ?? 0) > now && permissions.can('PROJECTS_CAN_SWITCH_TO_BOOSTED')
    if (!isBoosted && !permissions.can('PROJECTS_CAN_SWITCH_TO_ANY_ELIGIBLE'))
      throw new Refusal(403, 'activity.planned', { project: scheduledProject })
    if (!(await isOpenNow(trx, userID, own, now)))
      throw new Refusal(400, 'activity.notLive', { project: named })
  }
  return named
}

/** Whether a project may be called now, and has room for one more (spec 4 §4.2.1). */
async function isOpenNow(
  trx: Database,
  userID: number,
  project: Pick<Selectable<ProjectTable>, 'id' | 'timeZone' | 'callingHours' | 'maximumPeople'>,
  now: number,
): Promise<boolean> {
  const times = JSON.parse(project.callingHours) as CallingTime[]
  if (!isCallable({ timeZone: project.timeZone, times }, now)) return false
  if (project.maximumPeople === null) return true
  const { others } = await trx
    .selectFrom('activitySessions')
    .where('activity', '=', 'AVAILABLE')
    .where('projectID', '=', project.id)
    .where('endedAt', 'is', null)
    .where('userID', '<>', userID)
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .executeTakeFirstOrThrow()
  return Number(others) < project.maximumPeople
}
