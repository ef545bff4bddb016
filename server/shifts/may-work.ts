import { londonField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { openTasksOfPeople } from '../onboarding/open-tasks.ts'
import { Refusal } from '../refusal.ts'

/** What somebody is to work on. */
export interface PlannedWork {
  /** When it begins, in milliseconds since 1970. */
  readonly start: number
  readonly projectID: number | null
}

/**
 * Whether somebody may be given a shift, as far as that is about the person (spec 4 §5.2, 5 §3.1, §4.4, §4.6).
 * Whatever makes, moves, publishes or gives away a shift or a place asks this in its transaction.
 * @throws Refusal 400 where they aren't employed then, their agency is suspended or ended, a task 'before first
 * shift' is open, or a skill that the project asks for is missing or expired by that day; 404 for nobody
 */
export async function requireMayWork(trx: Database, userID: number, work: PlannedWork): Promise<void> {
  const day = londonField(work.start).slice(0, 10)
  const person = await trx
    .selectFrom('users as u')
    .leftJoin('agencies', 'agencies.id', 'u.agencyID')
    .where('u.id', '=', userID)
    .where('u.id', '>', 0)
    .select(['u.displayName as name', 'u.status', 'u.startDate', 'u.leaveDate'])
    .select(['agencies.name as agency', 'agencies.status as agencyStatus'])
    .executeTakeFirst()
  if (!person) throw new Refusal(404, 'record.gone', { one: 'person' })
  const { name, status, startDate, leaveDate, agency, agencyStatus } = person
  const isEmployed =
    status === 'ACTIVE' &&
    (startDate === null || startDate <= day) &&
    (leaveDate === null || leaveDate >= day)
  if (!isEmployed) throw new Refusal(400, 'shift.notEmployed', { name })
  if (agency !== null && agencyStatus !== 'ACTIVE')
    throw new Refusal(400, agencyStatus === 'SUSPENDED' ? 'shift.agencySuspended' : 'shift.agencyEnded', {
      agency,
    })
  await requireOnboarded(trx, userID)
  await requireSkills(trx, { userID, name, day, projectID: work.projectID })
}

async function requireOnboarded(trx: Database, userID: number): Promise<void> {
  const open = await openTasksOfPeople(trx)
    .where('person.id', '=', userID)
    .where('task.isBeforeFirstShift', '=', 1)
    .orderBy('task.place')
    .orderBy('task.id')
    .select('task.task')
    .executeTakeFirst()
  if (open) throw new Refusal(400, 'shift.onboarding', { task: open.task })
}

interface SkillNeed {
  readonly userID: number
  readonly name: string
  /** YYYY-MM-DD; a skill still counts on the day on which it expires. */
  readonly day: string
  readonly projectID: number | null
}

async function requireSkills(trx: Database, { userID, name, day, projectID }: SkillNeed): Promise<void> {
  if (projectID === null) return
  const missing = await trx
    .selectFrom('projectSkills as needed')
    .innerJoin('skills', 'skills.id', 'needed.skillID')
    .leftJoin('personSkills as held', (join) =>
      join
        .onRef('held.skillID', '=', 'needed.skillID')
        .on('held.userID', '=', userID)
        .on((eb) => eb.or([eb('held.expires', 'is', null), eb('held.expires', '>=', day)])),
    )
    .where('needed.projectID', '=', projectID)
    .where('skills.isActive', '=', 1)
    .where('held.userID', 'is', null)
    .orderBy('skills.nameKey')
    .select('skills.name')
    .executeTakeFirst()
  if (missing) throw new Refusal(400, 'shift.skill', { name, skill: missing.name })
}
