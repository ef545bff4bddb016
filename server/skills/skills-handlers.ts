import type * as z from 'zod/mini'
import { overlapDay } from '#shared/domain/agency-rates.ts'
import { searchable } from '#shared/domain/locale.ts'
import type { TrainingNeeds } from '#shared/domain/training.ts'
import { skillRecord, type skillValues } from '#shared/records/admin/skill.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { SkillLevel } from '../db/schema/records.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit, type Change, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { moveConditions, replacedIn } from '../slots/moved-conditions.ts'
import { skillSource } from './skill-source.ts'

type Values = z.output<typeof skillValues>
type Skill = z.output<typeof skillRecord.row>

const LEVELS: readonly SkillLevel[] = ['BASIC', 'GOOD', 'EXPERT']
const { page, name: recordType, words } = skillRecord

const later = (a: string, b: string): string => (a > b ? a : b)
const earlier = (a: string, b: string): string => (a < b ? a : b)

const rowOf = (values: Values) => ({
  ...values,
  nameKey: searchable(values.name),
  needsCertificate: values.needsCertificate ? 1 : 0,
})

/** Who has the one skill has the other from now on: at the better level, for the longer time. */
async function movePeople(db: Database, from: number, into: number): Promise<void> {
  const held = await db.selectFrom('personSkills').where('skillID', 'in', [from, into]).selectAll().execute()
  const had = new Map(held.filter(({ skillID }) => skillID === into).map((one) => [one.userID, one]))
  for (const one of held.filter(({ skillID }) => skillID === from)) {
    const { userID } = one
    const other = had.get(userID)
    if (!other) {
      await db
        .updateTable('personSkills')
        .set({ skillID: into })
        .where('userID', '=', userID)
        .where('skillID', '=', from)
        .execute()
      continue
    }
    const level = LEVELS.indexOf(one.level) > LEVELS.indexOf(other.level) ? one.level : other.level
    const expires = one.expires === null || other.expires === null ? null : later(one.expires, other.expires)
    await db
      .updateTable('personSkills')
      .set({ level, expires, since: earlier(one.since, other.since) })
      .where('userID', '=', userID)
      .where('skillID', '=', into)
      .execute()
    await db.deleteFrom('personSkills').where('userID', '=', userID).where('skillID', '=', from).execute()
  }
}

/**
 * What asks for the one skill asks for the other from now on: projects, trainings, booking windows and campaigns; rates
 * for it hold for the other.
 * @throws Refusal 400 where two rates of an agency would cover the same time then
 */
async function moveUses(db: Database, from: number, into: number): Promise<void> {
  const projects = await db
    .selectFrom('projectSkills')
    .where('skillID', '=', from)
    .select('projectID')
    .execute()
  await db.deleteFrom('projectSkills').where('skillID', '=', from).execute()
  for (const { projectID } of projects)
    await db
      .insertInto('projectSkills')
      .values({ projectID, skillID: into })
      .onConflict((conflict) => conflict.columns(['projectID', 'skillID']).doNothing())
      .execute()
  const trainings = await db.selectFrom('trainingTypes').select(['id', 'skillID', 'requiredFor']).execute()
  for (const { id, skillID, requiredFor } of trainings) {
    const needs = JSON.parse(requiredFor) as TrainingNeeds
    const isAsked = needs.skillIDs.includes(from)
    if (skillID !== from && !isAsked) continue
    const skillIDs = replacedIn(needs.skillIDs, from, into)
    await db
      .updateTable('trainingTypes')
      .set((eb) => ({
        ...(skillID === from && { skillID: into }),
        ...(isAsked && { requiredFor: JSON.stringify({ ...needs, skillIDs }) }),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
  }
  await moveConditions(db, 'skillIDs', from, into)
  const rates = await db
    .selectFrom('agencyRates')
    .where('skillID', 'in', [from, into])
    .orderBy('id')
    .selectAll()
    .execute()
  for (const rate of rates.filter(({ skillID }) => skillID === from)) {
    const moved = { ...rate, skillID: into }
    const clash = rates.find((other) => other.skillID === into && overlapDay(moved, other) !== null)
    if (clash) throw new Refusal(400, 'rate.overlaps', { date: overlapDay(moved, clash) ?? '' })
    await db
      .updateTable('agencyRates')
      .set((eb) => ({ skillID: into, version: eb('version', '+', 1) }))
      .where('id', '=', rate.id)
      .execute()
  }
}

/** The company's skills (spec 5 §4.6). */
export function skillsHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'skills'> {
  /** @throws Refusal 404 where there is none */
  async function read(id: number): Promise<Skill> {
    const row = await skillSource(db, clock()).where('s.id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
    const { people, expiring, projects, needsCertificate, isActive, ...rest } = row
    return {
      ...rest,
      needsCertificate: needsCertificate === 1,
      isActive: isActive === 1,
      people: people ?? 0,
      expiring: expiring ?? 0,
      projects: projects ?? 0,
    }
  }

  /** @throws Refusal 400 where another skill has that name */
  async function requireFreeName(name: string, id: number | null): Promise<void> {
    const other = await db
      .selectFrom('skills')
      .where('nameKey', '=', searchable(name))
      .select('id')
      .executeTakeFirst()
    if (other && other.id !== id) throw new Refusal(400, 'record.nameTaken', { one: words.one }).about('name')
  }

  const told = (
    caller: Caller,
    action: string,
    skill: Pick<Skill, 'id' | 'name'>,
    changes: readonly Change[] = [],
  ) =>
    audit(db, caller, clock(), {
      action: `SKILL_${action}`,
      page,
      recordType,
      recordID: skill.id,
      label: skill.name,
      changes,
    })

  async function make(values: Values, caller: Caller): Promise<Skill> {
    await holdTurn(db)
    await requireFreeName(values.name, null)
    const made = await db
      .insertInto('skills')
      .values({ ...rowOf(values), version: 1, isActive: 1, changedBy: caller.userID, changedAt: clock() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await told(caller, 'ADDED', { id: made.id, name: values.name }, changesBetween({}, values))
    return read(made.id)
  }

  return {
    listSkills: (request, { caller }) => {
      const now = clock()
      const source = recordSource(skillSource(db, now))
      return listRecords(db, request, { record: skillRecord, source, viewer: caller, now })
    },

    getSkill: ({ id }) => read(id),

    saveSkill: async ({ id, version = 1, ...values }, { caller }) => {
      if (id === undefined) return make(values, caller)
      const { name, category, needsCertificate, expiresAfterMonths } = await read(id)
      await holdTurn(db)
      await requireFreeName(values.name, id)
      const before = { name, category, needsCertificate, expiresAfterMonths }
      await changeSeen(db, 'skills', words.one, { id, version }, rowOf(values), { caller, at: clock() })
      await told(caller, 'CHANGED', { id, name: values.name }, changesBetween<Values>(before, values))
      return read(id)
    },

    deactivateSkill: async ({ id, version, isActive }, { caller }) => {
      const skill = await read(id)
      const stamp = { caller, at: clock() }
      await changeSeen(db, 'skills', words.one, { id, version }, { isActive: isActive ? 1 : 0 }, stamp)
      await told(caller, isActive ? 'REACTIVATED' : 'DEACTIVATED', skill)
      return read(id)
    },

    mergeSkills: async ({ id, version, into }, { caller }) => {
      if (id === into) throw new Refusal(400, 'record.intoItself')
      const [gone, kept] = [await read(id), await read(into)]
      await changeSeen(db, 'skills', words.one, { id, version }, { isActive: 0 }, { caller, at: clock() })
      await movePeople(db, id, into)
      await moveUses(db, id, into)
      await told(caller, 'MERGED', gone, [{ field: 'into', before: gone.name, after: kept.name }])
      return read(into)
    },
  }
}
