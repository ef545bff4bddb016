import { londonDayAfter, londonField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import {
  type Cell,
  cellOf,
  EXPECTED_STATES,
  needs,
  sumsOf,
  type Trainee,
  type TrainingCategory,
  type TrainingNeeds,
} from '#shared/domain/training.ts'
import type { Database } from '../db/database.ts'

const WEEKS_MS = 28 * 86_400_000

/** How somebody stands with one training. */
export interface MatrixCell extends Cell {
  readonly typeID: number
  readonly session: { readonly id: number; readonly start: number } | null
  readonly excuse: {
    readonly reason: string
    readonly until: string | null
    readonly by: string | null
  } | null
  readonly remindedAt: number | null
}

export interface MatrixPerson {
  readonly userID: number
  readonly name: string
  readonly manager: string | null
  readonly cells: readonly MatrixCell[]
}

export interface Matrix {
  readonly types: readonly {
    readonly id: number
    readonly name: string
    readonly category: TrainingCategory
  }[]
  readonly people: readonly MatrixPerson[]
  readonly cards: {
    readonly required: number
    readonly done: number
    readonly overdue: number
    readonly bookedThisWeek: number
  }
}

const key = (userID: number, typeID: number) => `${userID} ${typeID}`

/**
 * Who of these people needs which training, and has it (spec 4 §4.3.1). Listed are those who need something or were
 * excused from it, and the types that one of them needs. Somebody is on a project who has a shift or an allocation of it
 * within four weeks to either side.
 */
export async function trainingMatrix(db: Database, userIDs: readonly number[], now: number): Promise<Matrix> {
  const ids = [0, ...userIDs]
  const today = londonField(now).slice(0, 10)
  const types = await db
    .selectFrom('trainingTypes')
    .orderBy('nameKey')
    .select(['id', 'name', 'category', 'requiredFor'])
    .execute()
  const people = await db
    .selectFrom('users as u')
    .leftJoin('users as m', 'm.id', 'u.managerID')
    .where('u.id', 'in', ids)
    .where('u.status', 'in', ['ACTIVE', 'SUSPENDED'])
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id', 'u.displayName as name', 'u.userType', 'u.contractTypeID', 'm.displayName as manager'])
    .execute()
  const facts = await traineeFacts(db, ids, { today, now })
  const excuses = await db
    .selectFrom('trainingExcuses as e')
    .leftJoin('users as by', 'by.id', 'e.byID')
    .where('e.userID', 'in', ids)
    .select(['e.userID', 'e.typeID', 'e.reason', 'e.until', 'by.displayName as by'])
    .execute()
  const excuseOf = new Map(excuses.map((row) => [key(row.userID, row.typeID), row]))
  const records = await db
    .selectFrom('trainingRecords')
    .where('userID', 'in', ids)
    .where('withdrawnAt', 'is', null)
    .select(['userID', 'typeID', 'day', 'result', 'expires'])
    .execute()
  const recordsOf = Map.groupBy(records, ({ userID, typeID }) => key(userID, typeID))
  const booked = await bookedSessions(db, ids, now)
  const bookedOf = Map.groupBy(booked, ({ userID, typeID }) => key(userID, typeID))
  const reminders = await db.selectFrom('trainingReminders').where('userID', 'in', ids).selectAll().execute()
  const remindedAt = new Map(reminders.map(({ userID, typeID, at }) => [key(userID, typeID), at]))

  const needsOf = types.map(({ id, requiredFor }) => ({ id, who: JSON.parse(requiredFor) as TrainingNeeds }))
  const rows = people.map(({ id: userID, name, manager, userType, contractTypeID }): MatrixPerson => {
    const trainee: Trainee = {
      ...{ userType, contractTypeID },
      skillIDs: facts.skills.get(userID) ?? new Set(),
      projectIDs: facts.projects.get(userID) ?? new Set(),
    }
    const cells = needsOf.map(({ id: typeID, who }): MatrixCell => {
      const own = key(userID, typeID)
      const excuse = excuseOf.get(own) ?? null
      const next = bookedOf.get(own)?.[0]
      const cell = cellOf(
        {
          ...{ isNeeded: needs(who, trainee), excuse, records: recordsOf.get(own) ?? [] },
          isBooked: next !== undefined,
        },
        today,
      )
      const isExcused = excuse !== null && (excuse.until === null || excuse.until >= today)
      return {
        ...{ typeID, ...cell },
        session: next ? { id: next.sessionID, start: next.start } : null,
        excuse: isExcused ? { reason: excuse.reason, until: excuse.until, by: excuse.by } : null,
        remindedAt: remindedAt.get(own) ?? null,
      }
    })
    return { userID, name, manager, cells }
  })
  const concerns = (cell: MatrixCell) => cell.state !== 'NOT_NEEDED' || cell.excuse !== null
  const shown = rows.filter(({ cells }) => cells.some(concerns))
  const wanted = new Set(shown.flatMap(({ cells }) => cells.filter(concerns).map(({ typeID }) => typeID)))
  const week = startOfLondonWeek(now)
  const sunday = londonDayAfter(week, 7)
  const thisWeek = await db
    .selectFrom('trainingAttendees as a')
    .innerJoin('trainingSessions as s', 's.id', 'a.sessionID')
    .where('a.userID', 'in', ids)
    .where('a.state', 'in', EXPECTED_STATES)
    .where('s.status', '<>', 'CANCELLED')
    .where('s.start', '>=', week)
    .where('s.start', '<', sunday)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    types: types.filter(({ id }) => wanted.has(id)).map(({ id, name, category }) => ({ id, name, category })),
    people: shown.map((person) => ({
      ...person,
      cells: person.cells.filter(({ typeID }) => wanted.has(typeID)),
    })),
    cards: {
      ...sumsOf(shown.flatMap(({ cells }) => cells)),
      bookedThisWeek: Number(thisWeek.count),
    },
  }
}

/** Sessions to come, or under way, into which these people are booked, the earliest first. */
function bookedSessions(db: Database, ids: readonly number[], now: number) {
  return db
    .selectFrom('trainingAttendees as a')
    .innerJoin('trainingSessions as s', 's.id', 'a.sessionID')
    .where('a.userID', 'in', ids)
    .where('a.state', '=', 'BOOKED')
    .where('s.status', 'in', ['PLANNED', 'OPEN'])
    .where('s.end', '>', now)
    .orderBy('s.start')
    .orderBy('s.id')
    .select(['a.userID', 's.typeID', 's.id as sessionID', 's.start'])
    .execute()
}

async function traineeFacts(
  db: Database,
  ids: readonly number[],
  { today, now }: { readonly today: string; readonly now: number },
) {
  const skills = await db
    .selectFrom('personSkills')
    .where('userID', 'in', ids)
    .where((eb) => eb.or([eb('expires', 'is', null), eb('expires', '>=', today)]))
    .select(['userID', 'skillID as id'])
    .execute()
  const shifts = await db
    .selectFrom('shifts')
    .where('userID', 'in', ids)
    .where('state', 'in', ['PUBLISHED', 'OFFERED', 'LIVE', 'COMPLETED'])
    .where('projectID', 'is not', null)
    .where('end', '>', now - WEEKS_MS)
    .where('start', '<', now + WEEKS_MS)
    .groupBy(['userID', 'projectID'])
    .select(['userID', 'projectID as id'])
    .execute()
  const allocations = await db
    .selectFrom('allocations')
    .where('userID', 'in', ids)
    .where('state', 'in', ['PUBLISHED', 'LIVE', 'DONE'])
    .where('end', '>', now - WEEKS_MS)
    .where('start', '<', now + WEEKS_MS)
    .groupBy(['userID', 'projectID'])
    .select(['userID', 'projectID as id'])
    .execute()
  const sets = (rows: readonly { readonly userID: number; readonly id: number | null }[]) => {
    const found = new Map<number, Set<number>>()
    for (const { userID, id } of rows) {
      if (id === null) continue
      const own = found.get(userID)
      if (own) own.add(id)
      else found.set(userID, new Set([id]))
    }
    return found
  }
  return { skills: sets(skills), projects: sets([...shifts, ...allocations]) }
}
