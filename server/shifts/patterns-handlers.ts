import type * as z from 'zod/mini'
import type { ShiftPattern, savePattern } from '#shared/contract/shift-patterns.ts'
import { searchable } from '#shared/domain/locale.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { type PatternShift, type PatternVersion, patternShifts } from '#shared/domain/shift-patterns.ts'
import { checkShift, shiftTimes } from '#shared/domain/working-hours.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { hoursFacts } from './hours-facts.ts'
import { plannedColumns, planRows, tellPlanners } from './plan-shifts.ts'
import { plannablePeople, requirePlanned } from './plannable.ts'

const PAGE = 'resource.shifts.shift-patterns'
const DAY_MS = 24 * 60 * 60_000
/** So many days are filled at once at most. */
const FILL_DAYS_MAX = 62

interface PatternServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main'>
}

const dayOf = (at: number): string => londonField(at).slice(0, 10)
const dayBefore = (day: string): string => dayOf(londonDayAfter(momentOfField(day), -1))

/** Patterns of shifts, whose they are, and the shifts that come of them (spec 4 §4.5.10). */
export function patternsHandlers({ db, clock, shell }: PatternServices): AreaHandlers<'shiftPatterns'> {
  const noteOf = (
    trx: Database,
    caller: Caller,
    action: string,
    { id, name }: { id: number; name: string },
  ) =>
    audit(trx, caller, clock(), {
      ...{ action, page: PAGE, recordType: 'shiftPattern', recordID: id, label: name },
    })

  async function one(on: Database, caller: Caller, id: number): Promise<ShiftPattern> {
    const [pattern] = await patternsOf(on, caller, dayOf(clock()), id)
    if (!pattern) throw new Refusal(404, 'record.gone', { one: 'pattern' })
    return pattern
  }

  async function requireFreeName(trx: Database, name: string, id: number | undefined): Promise<void> {
    const other = await trx
      .selectFrom('shiftPatterns')
      .where('nameKey', '=', searchable(name))
      .select('id')
      .executeTakeFirst()
    if (other && other.id !== id) throw new Refusal(400, 'record.nameTaken', { one: 'pattern' })
  }

  return {
    listPatterns: async (_input, { caller }) => ({
      patterns: await patternsOf(db, caller, dayOf(clock())),
      areas: await db.selectFrom('areas').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
      contractTypes: await db.selectFrom('contractTypes').select(['id', 'name']).orderBy('name').execute(),
      projects: await db
        .selectFrom('projects')
        .where('status', 'in', ['LIVE', 'PLANNED', 'PAUSED'])
        .select(['id', 'name'])
        .orderBy('name')
        .orderBy('id')
        .execute(),
    }),

    savePattern: async ({ id, version, from, ...wanted }, { caller }) => {
      if (wanted.days.some(({ week }) => week >= wanted.weeks)) throw new Refusal(400, 'pattern.week')
      const { weeks, days, name, ...rest } = wanted
      const next: PatternVersion = { from, weeks, days }
      await holdTurn(db)
      const result = await db.transaction().execute(async (trx) => {
        await requireFreeName(trx, name, id)
        const values = { ...rest, name, nameKey: searchable(name) }
        if (id === undefined) {
          const made = await trx
            .insertInto('shiftPatterns')
            .values({
              ...{ ...values, status: 'ACTIVE', version: 1, changedBy: caller.userID, changedAt: clock() },
              versions: JSON.stringify([next]),
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await noteOf(trx, caller, 'PATTERN_ADDED', { id: made.id, name })
          return { id: made.id, changed: [] as number[], left: 0 }
        }
        const stored = await trx
          .selectFrom('shiftPatterns')
          .where('id', '=', id)
          .select(['versions', 'status'])
          .executeTakeFirst()
        if (!stored) throw new Refusal(404, 'record.gone', { one: 'pattern' })
        if (stored.status === 'RETIRED')
          throw new Refusal(400, 'record.cannot', { record: name, state: 'RETIRED', action: 'changed' })
        const before = JSON.parse(stored.versions) as PatternVersion[]
        const versions = [...before.filter((one) => one.from < from), next]
        await changeSeen(
          trx,
          'shiftPatterns',
          'pattern',
          { id, version: version ?? 0 },
          { ...values, versions: JSON.stringify(versions) },
          { caller, at: clock() },
        )
        await noteOf(trx, caller, 'PATTERN_CHANGED', { id, name })
        return { id, ...(await followPattern(trx, caller, { id, versions, from, now: clock() })) }
      })
      if (result.changed.length > 0) await tellPlanners(db, shell, result.changed)
      return {
        pattern: await one(db, caller, result.id),
        changed: result.changed.length,
        left: result.left,
      }
    },

    assignPattern: async ({ id, people, from, startWeek }, { caller }) => {
      await holdTurn(db)
      const removed = await db.transaction().execute(async (trx) => {
        const pattern = await one(trx, caller, id)
        if (pattern.status === 'RETIRED')
          throw new Refusal(400, 'record.cannot', { record: pattern.name, state: 'RETIRED', action: 'given' })
        await requirePlanned(trx, caller, people)
        const wanted = [...new Set(people)]
        const own = () => trx.deleteFrom('shiftPatternPeople').where('userID', 'in', wanted)
        await own().where('from', '>=', from).execute()
        await trx
          .updateTable('shiftPatternPeople')
          .set({ to: dayBefore(from) })
          .where('userID', 'in', wanted)
          .where((eb) => eb.or([eb('to', 'is', null), eb('to', '>=', from)]))
          .execute()
        await trx
          .insertInto('shiftPatternPeople')
          .values(wanted.map((userID) => ({ patternID: id, userID, from, to: null, startWeek })))
          .execute()
        // What another pattern drafted for then isn't theirs any more; what they know of stays until planners change it.
        const gone = await trx
          .deleteFrom('shifts')
          .where('userID', 'in', wanted)
          .where('patternDay', '>=', from)
          .where('patternID', '<>', id)
          .where('state', '=', 'DRAFT')
          .where('isByHand', '=', 0)
          .returning('id')
          .execute()
        for (const userID of wanted)
          await audit(trx, caller, clock(), {
            ...{ action: 'PATTERN_GIVEN', page: PAGE, recordType: 'shiftPattern', recordID: id },
            ...{ label: pattern.name, personID: userID },
          })
        return gone.map((shift) => shift.id)
      })
      if (removed.length > 0) await tellPlanners(db, shell, removed)
      return one(db, caller, id)
    },

    retirePattern: async ({ id, version }, { caller }) => {
      await holdTurn(db)
      await db.transaction().execute(async (trx) => {
        const { people } = await trx
          .selectFrom('shiftPatternPeople')
          .where('patternID', '=', id)
          .where((eb) => eb.or([eb('to', 'is', null), eb('to', '>=', dayOf(clock()))]))
          .select((eb) => eb.fn.countAll<number>().as('people'))
          .executeTakeFirstOrThrow()
        if (Number(people) > 0) throw new Refusal(400, 'pattern.people', { people: Number(people) })
        const about = { caller, at: clock() }
        await changeSeen(trx, 'shiftPatterns', 'pattern', { id, version }, { status: 'RETIRED' }, about)
        const { name } = await one(trx, caller, id)
        await noteOf(trx, caller, 'PATTERN_RETIRED', { id, name })
      })
      return one(db, caller, id)
    },

    fillPatterns: async ({ from, to, people }, { caller }) => {
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
      if (days <= 0 || days > FILL_DAYS_MAX) throw new Refusal(400, 'planner.range', { max: FILL_DAYS_MAX })
      await holdTurn(db)
      const filled = await db.transaction().execute(async (trx) => {
        return fill(trx, caller, { from, to, people, now: clock() })
      })
      if (filled.made.length > 0) await tellPlanners(db, shell, filled.made)
      return { made: filled.made.length, left: filled.left }
    },
  }
}

/** Patterns with their people of today and later; to the caller those whom they plan. */
async function patternsOf(db: Database, caller: Caller, today: string, id?: number): Promise<ShiftPattern[]> {
  const rows = await db
    .selectFrom('shiftPatterns')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('status')
    .orderBy('nameKey')
    .selectAll()
    .execute()
  const people = await (await plannablePeople(db, caller))
    .innerJoin('shiftPatternPeople as p', 'p.userID', 'u.id')
    .where((eb) => eb.or([eb('p.to', 'is', null), eb('p.to', '>=', today)]))
    .$if(id !== undefined, (query) => query.where('p.patternID', '=', id ?? 0))
    .orderBy('u.displayName')
    .orderBy('p.from')
    .select([
      'p.patternID',
      'p.userID',
      'u.displayName as name',
      'p.from',
      'p.to',
      'p.startWeek',
      'u.weeklyHours',
    ])
    .execute()
  const of = Map.groupBy(people, ({ patternID }) => patternID)
  return rows.map((row) => {
    const versions = JSON.parse(row.versions) as PatternVersion[]
    const newest = versions.at(-1)
    return {
      ...{ id: row.id, version: row.version, name: row.name, status: row.status },
      colour: row.colour as z.output<typeof savePattern.request>['colour'],
      ...{ areaID: row.areaID, contractTypeID: row.contractTypeID, projectID: row.projectID },
      ...{ weeks: newest?.weeks ?? 1, days: [...(newest?.days ?? [])], validFrom: newest?.from ?? today },
      people: (of.get(row.id) ?? []).map(({ patternID: _, ...person }) => person),
    }
  })
}

interface Following {
  readonly id: number
  readonly versions: readonly PatternVersion[]
  readonly from: string
  readonly now: number
}

/**
 * Shifts that the pattern made from that day on are as it is now, but for those that somebody changed by hand: drafts at
 * once, published ones as what is to be changed. One that something is against stays.
 */
async function followPattern(trx: Database, caller: Caller, { id, versions, from, now }: Following) {
  const shifts = await planRows(trx)
    .select('patternDay')
    .where('patternID', '=', id)
    .where('patternDay', '>=', from)
    .where('start', '>', now)
    .where('isByHand', '=', 0)
    .where((eb) =>
      eb.or([eb('state', '=', 'DRAFT'), eb.and([eb('state', '=', 'PUBLISHED'), eb('planned', 'is', null)])]),
    )
    .orderBy('id')
    .execute()
  const last = shifts.reduce(
    (day, { patternDay }) => (patternDay !== null && patternDay > day ? patternDay : day),
    from,
  )
  const people = await trx.selectFrom('shiftPatternPeople').where('patternID', '=', id).selectAll().execute()
  const to = dayOf(londonDayAfter(momentOfField(last), 1))
  const wanted = new Map<string, PatternShift>()
  for (const person of people)
    for (const shift of patternShifts(versions, person, from, to))
      wanted.set(`${person.userID} ${shift.day}`, shift)
  const userIDs = [...new Set(shifts.map(({ userID }) => userID))]
  const range = { from: momentOfField(from), to: momentOfField(to) }
  const { people: facts, plan } = await hoursFacts(trx, caller, { userIDs, ...range, now })
  const changed: number[] = []
  let left = 0
  const put = (shiftID: number, values: object) =>
    trx
      .updateTable('shifts')
      .set((eb) => ({ ...values, version: eb('version', '+', 1), changedBy: caller.userID, changedAt: now }))
      .where('id', '=', shiftID)
      .execute()
  for (const {
    patternDay,
    planned: _,
    state,
    version: _v,
    id: shiftID,
    userID,
    patternID: _p,
    ...row
  } of shifts) {
    const next = wanted.get(`${userID} ${patternDay}`)
    const same =
      next &&
      next.start === row.start &&
      next.end === row.end &&
      next.breakMinutes === row.breakMinutes &&
      next.location === row.location
    if (same) continue
    if (!next) {
      if (state === 'DRAFT') await trx.deleteFrom('shifts').where('id', '=', shiftID).execute()
      else await put(shiftID, plannedColumns({ ...row, isCancelled: true }))
      changed.push(shiftID)
      continue
    }
    const { day: _d, ...times } = next
    const worker = facts.get(userID)
    const proposed = { ...row, ...times, id: shiftID }
    if (!worker || checkShift(proposed, worker, plan).some(({ blocks }) => blocks)) {
      left += 1
      continue
    }
    if (state === 'DRAFT') await put(shiftID, times)
    else await put(shiftID, plannedColumns({ ...row, ...times, isCancelled: false }))
    changed.push(shiftID)
  }
  return { changed, left }
}

interface Filling {
  readonly from: string
  readonly to: string
  readonly people: readonly number[] | undefined
  readonly now: number
}

/** Drafts what patterns ask for and isn't there. What something is against isn't made: nobody is asked why here. */
async function fill(trx: Database, caller: Caller, { from, to, people, now }: Filling) {
  const rows = await (await plannablePeople(trx, caller))
    .innerJoin('shiftPatternPeople as p', 'p.userID', 'u.id')
    .innerJoin('shiftPatterns as pattern', 'pattern.id', 'p.patternID')
    .where('pattern.status', '=', 'ACTIVE')
    .where('p.from', '<', to)
    .where((eb) => eb.or([eb('p.to', 'is', null), eb('p.to', '>=', from)]))
    .$if(people !== undefined, (query) => query.where('u.id', 'in', [0, ...(people ?? [])]))
    .orderBy('u.id')
    .orderBy('p.from')
    .select(['u.id as userID', 'u.areaID as ownArea', 'u.displayName as name'])
    .select([
      'p.patternID',
      'p.from',
      'p.to',
      'p.startWeek',
      'pattern.versions',
      'pattern.areaID',
      'pattern.projectID',
    ])
    .execute()
  const userIDs = [...new Set(rows.map(({ userID }) => userID))]
  const range = { from: momentOfField(from), to: momentOfField(to) }
  const facts = await hoursFacts(trx, caller, { userIDs, ...range, now })
  const there = new Set(
    userIDs.length === 0
      ? []
      : (
          await trx
            .selectFrom('shifts')
            .where('userID', 'in', userIDs)
            .where('patternDay', '>=', from)
            .where('patternDay', '<', to)
            .select(['userID', 'patternID', 'patternDay'])
            .execute()
        ).map(({ userID, patternID, patternDay }) => `${userID} ${patternID} ${patternDay}`),
  )
  const workers = new Map(facts.people)
  const made: number[] = []
  const left: { userID: number; name: string; day: string; text: string }[] = []
  for (const { userID, name, ownArea, patternID, versions, areaID, projectID, ...person } of rows) {
    const wanted = patternShifts(JSON.parse(versions) as PatternVersion[], person, from, to)
    for (const { day, ...times } of wanted) {
      // What began isn't made any more.
      if (there.has(`${userID} ${patternID} ${day}`) || times.start <= now) continue
      const worker = workers.get(userID)
      if (!worker) continue
      const values = { ...times, projectID, areaID: areaID ?? ownArea }
      const [against] = checkShift({ ...values, id: null }, worker, facts.plan)
      if (against) {
        left.push({ userID, name, day, text: against.text })
        continue
      }
      const row = await trx
        .insertInto('shifts')
        .values({
          ...{ ...values, userID, patternID, patternDay: day, segments: '[]', note: '', source: 'PATTERN' },
          ...{ state: 'DRAFT', publishedAt: null, isLocked: 0, lockedBy: null, version: 1 },
          ...{ changedBy: caller.userID, changedAt: now },
        })
        .onConflict((conflict) => conflict.columns(['userID', 'patternID', 'patternDay']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!row) continue
      made.push(row.id)
      const { start, end, breakMinutes } = values
      workers.set(userID, { ...worker, shifts: [...worker.shifts, { id: row.id, start, end, breakMinutes }] })
      await audit(trx, caller, now, {
        ...{ action: 'SHIFT_ADDED', page: PAGE, recordType: 'shift', recordID: row.id, personID: userID },
        label: shiftTimes(values),
      })
    }
  }
  return { made, left }
}
