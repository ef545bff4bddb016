import { londonDayAfter } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'

const PROPOSALS = 3

/** Who may be planned for what they work on, and skills that supervisors proposed for their people. */
export async function seedTeam(trx: Database, now: number): Promise<void> {
  const worked = await trx
    .selectFrom('activitySessions')
    .where('activity', '=', 'AVAILABLE')
    .where('projectID', 'is not', null)
    .groupBy(['userID', 'projectID'])
    .orderBy('userID')
    .orderBy('projectID')
    .select(['userID', 'projectID'])
    .execute()
  const at = londonDayAfter(now, -30)
  const rows = worked.flatMap(({ userID, projectID }) =>
    projectID === null ? [] : [{ projectID, userID, at, byID: null }],
  )
  if (rows.length > 0)
    await trx
      .insertInto('projectEligible')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await seedProposals(trx, now)
}

async function seedProposals(trx: Database, now: number): Promise<void> {
  const people = await trx
    .selectFrom('users')
    .where('userType', '=', 'INTERVIEWER')
    .where('managerID', 'is not', null)
    .where('isActive', '=', 1)
    .orderBy('id')
    .limit(PROPOSALS)
    .select(['id', 'managerID'])
    .execute()
  const notes = ['Briefed and heard twice on it', 'Asks for business projects', 'Speaks it at home']
  for (const [place, { id, managerID }] of people.entries()) {
    const skill = await trx
      .selectFrom('skills')
      .where('isActive', '=', 1)
      .where('needsCertificate', '=', 0)
      .where('id', 'not in', (eb) => eb.selectFrom('personSkills').where('userID', '=', id).select('skillID'))
      .orderBy('id', 'desc')
      .select('id')
      .executeTakeFirst()
    if (!skill) continue
    await trx
      .insertInto('skillProposals')
      .values({
        ...{ userID: id, skillID: skill.id, note: notes[place] ?? '', byID: managerID },
        ...{ at: londonDayAfter(now, -place - 1), state: 'PENDING' },
      })
      .execute()
  }
}
