import { londonDayAfter, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import { QUEST_TEMPLATES, type QuestPersonState } from '#shared/domain/quests.ts'
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
  await seedQuests(trx, now)
  await seedPips(trx, now)
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

/** Each supervisor with a team has a quest that runs; some of its people accepted, and half of those show their name. */
async function seedQuests(trx: Database, now: number): Promise<void> {
  const people = await trx
    .selectFrom('users')
    .where('userType', '=', 'INTERVIEWER')
    .where('managerID', 'is not', null)
    .where('isActive', '=', 1)
    .orderBy('id')
    .select(['id', 'managerID'])
    .execute()
  const today = startOfLondonDay(now)
  let at = 0
  for (const [managerID, team] of Map.groupBy(people, (one) => one.managerID)) {
    for (const [place, back] of [3, 12].entries()) {
      const template = QUEST_TEMPLATES[(at + place * 2) % QUEST_TEMPLATES.length]
      if (!template) continue
      const { key: _, days, ...values } = template
      const from = londonDayAfter(today, -back)
      const to = londonDayAfter(from, days)
      const isOver = to <= now
      const { id } = await trx
        .insertInto('quests')
        .values({ ...values, from, to, byID: managerID, at: from, endedAt: isOver ? to : null })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('questPeople')
        .values(
          team.map((one, index) => ({
            ...{ questID: id, userID: one.id, changedAt: isOver ? to : from },
            state: stateOf(index, isOver),
          })),
        )
        .execute()
      const done = isOver ? team.filter((_one, index) => stateOf(index, true) === 'COMPLETED') : []
      if (done.length > 0)
        await trx
          .insertInto('xpEntries')
          .values(done.map((one) => ({ userID: one.id, questID: id, points: values.rewardXP, at: to })))
          .execute()
    }
    at += 1
  }
  const named = people.filter((_one, index) => index % 2 === 0)
  if (named.length > 0)
    await trx
      .insertInto('boardNames')
      .values(named.map(({ id }) => ({ userID: id, at: today })))
      .execute()
}

const stateOf = (index: number, isOver: boolean): QuestPersonState => {
  if (index % 5 === 4) return 'DECLINED'
  if (isOver) return index % 3 === 0 ? 'COMPLETED' : 'EXPIRED'
  return index % 3 === 2 ? 'OFFERED' : 'ACTIVE'
}

/** Two plans run and one was passed, of the people whose quality was lowest (spec 4 §3.1). */
async function seedPips(trx: Database, now: number): Promise<void> {
  const people = await trx
    .selectFrom('qcReviews as r')
    .innerJoin('users as u', 'u.id', 'r.userID')
    .where('r.score', 'is not', null)
    .where('u.managerID', 'is not', null)
    .where('u.isActive', '=', 1)
    .groupBy(['u.id', 'u.managerID'])
    .orderBy((eb) => eb.fn.avg('r.score'))
    .orderBy('u.id')
    .limit(3)
    .select(['u.id', 'u.managerID'])
    .execute()
  const dayOf = (days: number) => londonField(londonDayAfter(now, days)).slice(0, 10)
  for (const [place, { id, managerID }] of people.entries()) {
    const isOver = place === 2
    const plan = await trx
      .insertInto('pips')
      .values({
        ...{ userID: id, ownerID: managerID, reason: 'Reviews stay below what the projects need.' },
        ...{ support: 'A buddy on the floor and two coaching sessions a week.', changedAt: now },
        start: dayOf(isOver ? -70 : -21 + place * 7),
        end: dayOf(isOver ? -14 : 35 + place * 7),
        measures: JSON.stringify([
          { measure: 'qcScore', from: 62, target: 86 },
          { measure: 'refusalRate', from: 58, target: 45 },
        ]),
        state: isOver ? 'PASSED' : 'ACTIVE',
        shownAt: londonDayAfter(now, -75),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('pipMeetings')
      .values({
        ...{ pipID: plan.id, at: londonDayAfter(now, isOver ? -40 : -7) + 10 * 3_600_000 },
        notes: 'Openings are read word by word now. Probing needs more patience.',
      })
      .execute()
  }
}
