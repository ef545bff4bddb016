import type { Selectable } from 'kysely'
import type { WorkFigures } from '#shared/domain/kpi.ts'
import { londonDayAfter } from '#shared/domain/london-time.ts'
import { isReached, questStateAt, questValue } from '#shared/domain/quests.ts'
import type { Database } from '../db/database.ts'
import type { QuestTable } from '../db/schema/quests.ts'
import { type Viewer, within } from '../people/scope.ts'
import { atomsOf, figuresBy } from '../performance/figures.ts'

export type QuestRow = Selectable<QuestTable>
type Timed = Pick<QuestRow, 'from' | 'to' | 'endedAt'>

const DAY_MS = 86_400_000
/** Ended quests are listed for so long. */
const SHOWN_MS = 60 * DAY_MS
export const EARNED_MS = 30 * DAY_MS
const iso = (at: number) => new Date(at).toISOString()

/** The active people whom a supervisor may offer quests to. */
export const questPeopleOf = (db: Database, viewer: Viewer) =>
  db
    .selectFrom('users as u')
    .where('u.id', '>', 0)
    .where('u.isActive', '=', 1)
    .where((eb) => within(viewer, 'AREA_AND_TEAM')(eb as never))

const endOf = ({ to, endedAt }: Omit<Timed, 'from'>, now: number): number =>
  Math.min(to, londonDayAfter(endedAt ?? now, 1), londonDayAfter(now, 1))

/** The figures of people in the time of a quest, as far as it has gone. */
export async function questFigures(
  db: Database,
  { from, to, endedAt }: Timed,
  userIDs: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, WorkFigures>> {
  if (userIDs.length === 0 || now < from) return new Map()
  const end = endOf({ to, endedAt }, now)
  const figures = figuresBy(await atomsOf(db, userIDs, { from, to: end, now }), ({ userID }) =>
    String(userID),
  )
  return new Map([...figures].map(([userID, one]) => [Number(userID), one]))
}

const sentValues = ({ name, icon, message, aim, minQcScore, rewardXP }: QuestRow) => ({
  ...{ name, icon, message, aim, minQcScore, rewardXP },
})

/** Who shows their name on boards. */
export async function namesShown(db: Database): Promise<ReadonlySet<number>> {
  return new Set((await db.selectFrom('boardNames').select('userID').execute()).map(({ userID }) => userID))
}

/** The quests of a supervisor's people: of those in the scope, who shows no name is in sums alone (spec 4 §4.4.9). */
export async function teamQuests(db: Database, viewer: Viewer, now: number) {
  const seen = await questPeopleOf(db, viewer)
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id', 'u.displayName as name', 'u.managerID'])
    .execute()
  const names = new Map(seen.map(({ id, name }) => [id, name]))
  const shown = await namesShown(db)
  const quests = await db
    .selectFrom('quests as q')
    .leftJoin('users as by', 'by.id', 'q.byID')
    .where((eb) => eb.or([eb('q.endedAt', 'is', null), eb('q.endedAt', '>', now - SHOWN_MS)]))
    .orderBy('q.endedAt', (order) => order.desc().nullsFirst())
    .orderBy('q.from')
    .orderBy('q.id')
    .selectAll('q')
    .select('by.displayName as by')
    .execute()
  const takes = await db
    .selectFrom('questPeople')
    .where('questID', 'in', [0, ...quests.map(({ id }) => id)])
    .where('userID', 'in', [0, ...seen.map(({ id }) => id)])
    .selectAll()
    .execute()
  const of = Map.groupBy(takes, ({ questID }) => questID)
  const takingOf = (questID: number) =>
    (of.get(questID) ?? []).filter(({ state }) => state === 'ACTIVE' || state === 'COMPLETED')
  // Most quests are of one week: what people did in it is read once for all of them.
  const timeOf = (quest: Timed) => `${quest.from} ${endOf(quest, now)}`
  const figuresIn = new Map<string, ReadonlyMap<number, WorkFigures>>()
  for (const [time, [quest, ...more]] of Map.groupBy(quests, timeOf)) {
    if (!quest) continue
    const userIDs = [quest, ...more].flatMap(({ id }) => takingOf(id).map(({ userID }) => userID))
    figuresIn.set(time, await questFigures(db, quest, [...new Set(userIDs)], now))
  }
  const listed = []
  for (const { by, ...quest } of quests) {
    const own = of.get(quest.id) ?? []
    if (own.length === 0 && quest.byID !== viewer.userID) continue
    const standing = takingOf(quest.id).map(({ userID, state }) => {
      const one = figuresIn.get(timeOf(quest))?.get(userID)
      return {
        ...{ userID, state, name: names.get(userID) ?? '' },
        value: one ? rounded(questValue(quest.measure, one)) : null,
        isReached: state === 'COMPLETED' || (one !== undefined && isReached(quest, one)),
      }
    })
    const counted = (state: string) => own.filter((one) => one.state === state).length
    const others = standing.filter(({ userID }) => !shown.has(userID))
    listed.push({
      ...sentValues(quest),
      ...{ id: quest.id, measure: quest.measure, state: questStateAt(quest, now), by },
      ...{ from: iso(quest.from), to: iso(quest.to), endReason: quest.endReason },
      endedAt: quest.endedAt === null ? null : iso(quest.endedAt),
      ...{ offered: counted('OFFERED'), active: counted('ACTIVE'), completed: counted('COMPLETED') },
      ...{ expired: counted('EXPIRED'), declined: counted('DECLINED') },
      people: standing
        .filter(({ userID }) => shown.has(userID))
        .toSorted((a, b) => Number(b.isReached) - Number(a.isReached) || a.name.localeCompare(b.name)),
      others: { count: others.length, reached: others.filter((one) => one.isReached).length },
    })
  }
  return {
    quests: listed,
    people: seen.map(({ id, name, managerID }) => ({ id, name, isTeam: managerID === viewer.userID })),
  }
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 100) / 100

/** Somebody's own quests of the last 60 days, with how far they are. */
export async function ownQuests(db: Database, userID: number, now: number) {
  const rows = await db
    .selectFrom('questPeople as p')
    .innerJoin('quests as q', 'q.id', 'p.questID')
    .leftJoin('users as by', 'by.id', 'q.byID')
    .where('p.userID', '=', userID)
    .where((eb) => eb.or([eb('q.endedAt', 'is', null), eb('q.endedAt', '>', now - SHOWN_MS)]))
    .orderBy('q.to')
    .orderBy('q.id')
    .selectAll('q')
    .select(['by.displayName as by', 'p.state', 'p.changedAt'])
    .execute()
  const quests = []
  for (const { by, state, changedAt, ...quest } of rows) {
    const figures = (await questFigures(db, quest, [userID], now)).get(userID)
    quests.push({
      ...sentValues(quest),
      ...{ id: quest.id, measure: quest.measure, by, state, changedAt: iso(changedAt) },
      ...{ from: iso(quest.from), to: iso(quest.to) },
      value: figures ? rounded(questValue(quest.measure, figures)) : null,
    })
  }
  return quests
}

/** The person's team, themselves among it, by points of 30 days: those alone who show their name. */
export async function teamBoard(db: Database, userID: number, now: number) {
  const own = await db.selectFrom('users').where('id', '=', userID).select('managerID').executeTakeFirst()
  const rows = await db
    .selectFrom('boardNames as b')
    .innerJoin('users as u', 'u.id', 'b.userID')
    .leftJoin('xpEntries as x', (join) =>
      join.onRef('x.userID', '=', 'u.id').on('x.at', '>', now - EARNED_MS),
    )
    .where('u.isActive', '=', 1)
    .where((eb) =>
      own?.managerID === null || own === undefined
        ? eb('u.id', '=', userID)
        : eb('u.managerID', '=', own.managerID),
    )
    .groupBy(['u.id', 'u.displayName'])
    .select((eb) => ['u.id as userID', 'u.displayName as name', eb.fn.sum<number>('x.points').as('points')])
    .execute()
  return rows
    .map(({ points, ...one }) => ({ ...one, points: Number(points ?? 0) }))
    .toSorted((a, b) => b.points - a.points || a.name.localeCompare(b.name) || a.userID - b.userID)
}
