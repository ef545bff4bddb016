import type { HeldTarget } from '#shared/contract/cati-report.ts'
import type { Kpi, Performance } from '#shared/contract/performance.ts'
import { dayTarget, figureOf, isFewData } from '#shared/domain/interviews.ts'
import {
  asShown,
  bandOf,
  isFew,
  type KpiScope,
  MEASURES,
  measured,
  type WorkFigures,
} from '#shared/domain/kpi.ts'
import { londonDayAfter, londonField, momentOfField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import type { SetTarget } from '#shared/domain/targets.ts'
import { attendedDays } from '../attendance/days.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { catiReport } from '../interviews/cati-report.ts'
import { projectRates, sentTally, sumOf, withExpected } from '../interviews/tallies.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import { within } from '../people/scope.ts'
import { reviewsBetween } from '../qc/figures.ts'
import { auditRead } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { dayTargets, heldTargets, setTargets } from './day-targets.ts'
import { type Atoms, atomsOf, figuresBy, figuresOfAll, NO_FIGURES, type Piece, type Time } from './figures.ts'
import { allKpis, dayOf, kpisOn, retireKpi, saveKpi } from './kpis.ts'
import { addTarget, listedTargets, moveTarget, type TargetReach } from './targets.ts'

interface PerformanceServices {
  readonly db: Database
  readonly clock: Clock
  /** Tells people of notifications that were kept. */
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** What the page can look back at once. */
const DAYS_MAX = 92
const DAY_MS = 86_400_000
const WEEKS = 4
const RECORDS_MAX = 100
const PAGE = 'supervisor.performance'

/** Where somebody stands, by what KPIs are about. */
interface Stands {
  readonly id: number
  readonly displayName: string
  readonly areaID: number | null
  readonly contractTypeID: number | null
  readonly managerID: number | null
}

/** @throws Refusal 400 for days that are none, or too many */
function timeOf({ from, to }: { readonly from: string; readonly to: string }, now: number): Time {
  const first = momentOfField(from)
  const last = momentOfField(to)
  if (!(first <= last) || last - first > DAYS_MAX * DAY_MS) throw new Refusal(400, 'report.badTime')
  return { from: first, to: londonDayAfter(last, 1), now }
}

/** By what of somebody a scope names them; projects are the pieces' own. */
function scopeOf(scope: KpiScope, { areaID, contractTypeID, managerID }: Stands): number | null {
  if (scope === 'AREA') return areaID
  return scope === 'CONTRACT_TYPE' ? contractTypeID : managerID
}

/** The pieces that a KPI is about. */
function isAbout({ scope, scopeIDs }: Pick<Kpi, 'scope' | 'scopeIDs'>, people: ReadonlyMap<number, Stands>) {
  return ({ userID, projectID }: Piece): boolean => {
    const person = people.get(userID)
    if (!person) return false
    if (scope === 'ALL') return true
    const id = scope === 'PROJECT' ? projectID : scopeOf(scope, person)
    return id !== null && scopeIDs.includes(id)
  }
}

/**
 * The figure by the KPI's bounds, as it is read: what says 100 is as good as 'from 100'. Of few data it is neither ranked
 * nor banded (spec 4 §4.4.2).
 */
function banded(
  kpi: Pick<Kpi, 'measure' | 'direction' | 'green' | 'amber'>,
  figures: WorkFigures | undefined,
) {
  const value = figures ? measured(kpi.measure, figures) : null
  const few = figures ? isFew(kpi.measure, figures) : true
  return { value, band: value === null || few ? null : bandOf(kpi, asShown(kpi.measure, value)), isFew: few }
}

const duringTime =
  ({ from, to }: Time) =>
  ({ at }: { readonly at: number }): boolean =>
    at >= from && at < to

const mondayOf = (at: number): string => dayOf(startOfLondonWeek(at))

/** Performance and what it is judged by (spec 4 §4.4.2, §4.5.16, §4.5.17). */
export function performanceHandlers({
  db,
  clock,
  publisher,
}: PerformanceServices): AreaHandlers<'performance'> {
  const standing = (on: Database) =>
    on
      .selectFrom('users as u')
      .where('u.id', '>', 0)
      .where('u.userType', '<>', 'SYSTEM')
      .select(['u.id', 'u.displayName', 'u.areaID', 'u.contractTypeID', 'u.managerID'])

  const everybody = async (): Promise<ReadonlyMap<number, Stands>> =>
    new Map((await standing(db).execute()).map((one) => [one.id, one]))

  /** Whose performance the caller sees: team and area, everybody with CAN_SEARCH_ALL_USERS. */
  const seenBy = (caller: Caller) => standing(db).where((eb) => within(caller, 'AREA_AND_TEAM')(eb as never))

  const isPlanner = ({ permissions }: Caller) => permissions.can('IRESOURCE_CAN_SET_UP_KPIS')
  /** For whom the caller sets targets: planners for everybody. */
  const targetedBy = (caller: Caller) => (isPlanner(caller) ? standing(db) : seenBy(caller))
  const reachOf = (caller: Caller): TargetReach => ({
    caller,
    isSeen: async (userID) =>
      (await targetedBy(caller).where('u.id', '=', userID).executeTakeFirst()) !== undefined,
  })

  /** The last four weeks with it, whatever the time that is asked for. */
  const withWeeks = (time: Time): Time => ({
    ...time,
    from: Math.min(time.from, londonDayAfter(startOfLondonWeek(time.to - 1), -7 * (WEEKS - 1))),
  })

  /** Completes that people's shifts were to bring, by what was set of their days. */
  async function completesOf(userIDs: readonly number[], all: readonly SetTarget[], { from, to, now }: Time) {
    const shifts = await db
      .selectFrom('shifts as s')
      .leftJoin('projects as p', 'p.id', 's.projectID')
      .where('s.userID', 'in', [0, ...userIDs])
      .where('s.state', 'in', ['PUBLISHED', 'LIVE', 'COMPLETED'])
      .where('s.start', '>=', from)
      .where('s.start', '<', Math.min(to, now))
      .select(['s.userID', 's.start', 's.end', 's.breakMinutes', 'p.interviewsPerHour'])
      .execute()
    const setOf = dayTargets(all)
    const sums = new Map<number, number>()
    const isSet = new Set<string>()
    for (const shift of shifts) {
      const day = dayOf(shift.start)
      const set = setOf(shift.userID, day)
      const key = `${shift.userID} ${day}`
      // What was set holds once a day.
      const target = set === null ? dayTarget(shift) : isSet.has(key) ? 0 : set
      isSet.add(key)
      if (target !== null) sums.set(shift.userID, (sums.get(shift.userID) ?? 0) + target)
    }
    return sums
  }

  async function performanceOf(
    caller: Caller,
    { scope, projectID, ...days }: { from: string; to: string; projectID: number | null; scope: string },
  ): Promise<Performance> {
    const now = clock()
    const time = timeOf(days, now)
    const seen = await seenBy(caller).execute()
    const own = await db
      .selectFrom('users')
      .where('id', '=', caller.userID)
      .select('areaID')
      .executeTakeFirst()
    const chosen = seen.filter(({ managerID, areaID }) => {
      if (scope === 'ALL') return true
      return managerID === caller.userID || (scope === 'AREA' && areaID !== null && areaID === own?.areaID)
    })
    const people = new Map(chosen.map((one) => [one.id, one]))
    const all = await atomsOf(db, [...people.keys()], withWeeks(time))
    const isThen = duringTime(time)
    const ofProject = (piece: Piece) => projectID === null || piece.projectID === projectID
    // Rates are those of the time that is looked at, as in the person's own report.
    const atoms: Atoms = {
      hours: expectedAnew(all.hours.filter(({ hour }) => isThen({ at: hour }))),
      days: all.days.filter(isThen),
      reviews: all.reviews.filter(isThen),
    }
    const worked = new Set(
      atoms.hours
        .filter((one) => people.has(one.userID) && ofProject({ ...one, at: one.hour }))
        .filter(({ tally }) => tally.interviewingSeconds > 0 || tally.talkSeconds > 0)
        .map(({ userID }) => userID),
    )
    const figures = figuresBy(atoms, (piece) =>
      people.has(piece.userID) && (piece.projectID === null || ofProject(piece))
        ? String(piece.userID)
        : null,
    )
    const weeks = Array.from({ length: WEEKS }, (_, place) =>
      mondayOf(londonDayAfter(startOfLondonWeek(time.to - 1), -7 * (WEEKS - 1 - place))),
    )
    const trends = new Map(
      weeks.map((week) => {
        const hours = expectedAnew(all.hours.filter(({ hour }) => mondayOf(hour) === week))
        return [
          week,
          figuresBy({ hours, days: [], reviews: [] }, (piece) =>
            ofProject(piece) ? String(piece.userID) : null,
          ),
        ]
      }),
    )
    const kpis = await kpisOn(db, dayOf(Math.min(time.to - 1, now)))
    const set = await setTargets(db, [...worked])
    const targetTime = { from: days.from, to: days.to, today: dayOf(now) }
    const completes = await completesOf([...worked], set, time)
    const held = new Map<number, HeldTarget[]>()
    for (const userID of worked) {
      const own = atoms.hours.filter((one) => one.userID === userID && one.projectID > 0)
      const [only, ...more] = new Set(
        own.map((one) => one.projectID).filter((id) => projectID === null || id === projectID),
      )
      const whose = { userID, projectID: more.length === 0 ? (only ?? null) : null }
      const reached = figures.get(String(userID)) ?? NO_FIGURES
      held.set(userID, await heldTargets(set, whose, targetTime, () => reached))
    }
    const rows = [...worked].map((userID) => {
      const one = figures.get(String(userID))
      if (!one) throw new Error(`${userID} worked without figures`)
      const { tally, quality } = one
      return {
        ...{ userID, name: people.get(userID)?.displayName ?? '', tally: sentTally(tally) },
        ...{
          adherence: measured('adherence', one),
          qcScore: measured('qcScore', one),
          reviews: quality.reviews,
        },
        target:
          held.get(userID)?.find(({ measure, period }) => measure === 'completes' && period !== 'DAY')
            ?.value ??
          completes.get(userID) ??
          null,
        targets: held.get(userID) ?? [],
        ...{ isFew: isFewData(tally), index: figureOf('index', tally) },
        kpis: kpis.flatMap((kpi) => {
          const isOf = isAbout(kpi, people)
          const about = figuresOfAll(
            atoms,
            (piece) =>
              piece.userID === userID && (piece.projectID === null || ofProject(piece)) && isOf(piece),
          )
          const isTheirs = kpi.scope === 'PROJECT' || isOf({ userID, projectID: null, at: 0 })
          return isTheirs ? [{ id: kpi.id, ...banded(kpi, about) }] : []
        }),
        trend: weeks.map((week) => {
          const then = trends.get(week)?.get(String(userID))
          return then ? figureOf('index', then.tally) : null
        }),
      }
    })
    const ranked = rows
      .filter(({ isFew: few, index }) => !few && index !== null)
      .toSorted((a, b) => (b.index ?? 0) - (a.index ?? 0) || a.userID - b.userID)
    const others = rows
      .filter(({ isFew: few, index }) => few || index === null)
      .toSorted((a, b) => a.name.localeCompare(b.name) || a.userID - b.userID)
    const projectIDs = new Set(
      atoms.hours.filter(({ userID }) => worked.has(userID)).map((one) => one.projectID),
    )
    const projects = await db
      .selectFrom('projects')
      .where('id', 'in', [0, ...projectIDs])
      .orderBy('name')
      .orderBy('id')
      .select(['id', 'name'])
      .execute()
    const isShown = (one: { readonly projectID: number }) => projectID === null || one.projectID === projectID
    const everybodys = sumOf(atoms.hours.filter((one) => projectIDs.has(one.projectID) && isShown(one)))
    return {
      rows: [...ranked, ...others].map(({ index: _, ...row }, place) => ({
        ...row,
        rank: place < ranked.length ? place + 1 : null,
      })),
      team: sentTally(sumOf(atoms.hours.filter((one) => worked.has(one.userID) && isShown(one)))),
      project: sentTally(everybodys),
      projectTargets:
        projectID === null
          ? []
          : await heldTargets(set, { userID: null, projectID }, targetTime, () => ({
              ...figuresOfAll(atoms, (piece) => piece.projectID === projectID),
              tally: everybodys,
            })),
      kpis: kpis.map(({ id, name, measure }) => ({ id, name, measure })),
      projects,
      asOf: new Date(now).toISOString(),
    }
  }

  /** What breaks figures down: key and name of each piece. */
  async function breakdowns(people: ReadonlyMap<number, Stands>) {
    const names = async (table: 'areas' | 'contractTypes' | 'projects') =>
      new Map(
        (await db.selectFrom(table).select(['id', 'name']).execute()).map(({ id, name }) => [
          String(id),
          name,
        ]),
      )
    const [areas, types, projects] = [
      await names('areas'),
      await names('contractTypes'),
      await names('projects'),
    ]
    const idOf = (id: number | null | undefined) => (id === null || id === undefined ? null : String(id))
    return {
      AREA: { key: ({ userID }: Piece) => idOf(people.get(userID)?.areaID), names: areas },
      PROJECT: { key: ({ projectID }: Piece) => (projectID === 0 ? null : idOf(projectID)), names: projects },
      CONTRACT_TYPE: { key: ({ userID }: Piece) => idOf(people.get(userID)?.contractTypeID), names: types },
      WEEK: { key: ({ at }: Piece) => mondayOf(at), names: new Map<string, string>() },
    } as const
  }

  return {
    listKpis: async () => {
      const named = (table: 'areas' | 'projects' | 'contractTypes') =>
        db.selectFrom(table).orderBy('name').orderBy('id').select(['id', 'name']).execute()
      return {
        rows: await allKpis(db),
        choices: {
          AREA: await named('areas'),
          PROJECT: await named('projects'),
          CONTRACT_TYPE: await named('contractTypes'),
          TEAM: await db
            .selectFrom('users as m')
            .where('m.id', 'in', (eb) =>
              eb
                .selectFrom('users')
                .where('managerID', 'is not', null)
                .where('isActive', '=', 1)
                .select('managerID'),
            )
            .orderBy('m.displayName')
            .orderBy('m.id')
            .select(['m.id', 'm.displayName as name'])
            .execute(),
        },
        today: dayOf(clock()),
      }
    },

    saveKpi: ({ id, version, ...values }, { caller }) => {
      const seen = id === undefined || version === undefined ? null : { id, version }
      return saveKpi(db, { seen, values, caller, now: clock() })
    },

    retireKpi: async (seen, { caller }) => {
      await retireKpi(db, seen, caller, clock())
      return { done: true }
    },

    previewKpi: async (kpi) => {
      const now = clock()
      const people = await everybody()
      const time = { from: londonDayAfter(now, -27), to: londonDayAfter(now, 1), now }
      const atoms = await atomsOf(db, [...people.keys()], time)
      const isOf = isAbout(kpi, people)
      const counts = { green: 0, amber: 0, red: 0, few: 0 }
      for (const figures of figuresBy(atoms, (piece) =>
        isOf(piece) ? String(piece.userID) : null,
      ).values()) {
        const { value, band } = banded(kpi, figures)
        if (band === 'GREEN') counts.green += 1
        else if (band === 'AMBER') counts.amber += 1
        else if (band === 'RED') counts.red += 1
        else if (value !== null) counts.few += 1
      }
      return counts
    },

    performanceDashboard: async (days) => {
      const now = clock()
      const time = timeOf(days, now)
      const people = await everybody()
      const all = await atomsOf(db, [...people.keys()], withWeeks(time))
      const isThen = duringTime(time)
      const inTime: Atoms = {
        hours: expectedAnew(all.hours.filter(({ hour }) => isThen({ at: hour }))),
        days: all.days.filter(isThen),
        reviews: all.reviews.filter(isThen),
      }
      const by = await breakdowns(people)
      const weeks = new Set(
        Array.from({ length: WEEKS }, (_, place) =>
          mondayOf(londonDayAfter(startOfLondonWeek(time.to - 1), -7 * place)),
        ),
      )
      const kpis = await kpisOn(db, dayOf(Math.min(time.to - 1, now)))
      const ofWeeks = new Map<string, readonly Kpi[]>()
      for (const week of weeks)
        ofWeeks.set(week, await kpisOn(db, dayOf(Math.min(londonDayAfter(momentOfField(week), 6), now))))
      const tiles = kpis.map((kpi) => {
        const isOf = isAbout(kpi, people)
        const rowsOf = (name: 'AREA' | 'PROJECT' | 'CONTRACT_TYPE') =>
          [...figuresBy(inTime, (piece) => (isOf(piece) ? by[name].key(piece) : null))]
            .map(([key, figures]) => ({
              ...{ key, name: by[name].names.get(key) ?? key },
              ...banded(kpi, figures),
            }))
            .filter(({ value }) => value !== null)
            .toSorted(
              (a, b) =>
                Number(a.isFew) - Number(b.isFew) ||
                ((b.value ?? 0) - (a.value ?? 0)) * (kpi.direction === 'HIGHER' ? 1 : -1) ||
                a.name.localeCompare(b.name),
            )
        const areas = rowsOf('AREA')
        const league = areas.filter(({ isFew: few }) => !few)
        const perWeek = figuresBy(all, (piece) => (isOf(piece) ? mondayOf(piece.at) : null))
        return {
          ...{ id: kpi.id, name: kpi.name, measure: kpi.measure, direction: kpi.direction },
          ...{ green: kpi.green, amber: kpi.amber },
          ...banded(kpi, figuresOfAll(inTime, isOf)),
          best: league[0]?.name ?? null,
          worst: league.length > 1 ? (league.at(-1)?.name ?? null) : null,
          rows: {
            AREA: areas,
            PROJECT: MEASURES[kpi.measure].from === 'ATTENDANCE' ? [] : rowsOf('PROJECT'),
            CONTRACT_TYPE: rowsOf('CONTRACT_TYPE'),
            WEEK: [...weeks].sort().map((week) => ({
              ...{ key: week, name: week },
              // By the bounds that held then.
              ...banded(sameOf(kpi, ofWeeks.get(week) ?? []), perWeek.get(week)),
            })),
          },
        }
      })
      return { tiles, asOf: new Date(now).toISOString() }
    },

    kpiRecords: async ({ kpiID, by, key, ...days }) => {
      const now = clock()
      const time = timeOf(days, now)
      const kpi = (await allKpis(db)).find(({ id }) => id === kpiID)
      if (!kpi) throw new Refusal(404, 'record.gone', { one: 'KPI' })
      const people = await everybody()
      const isOf = isAbout(kpi, people)
      const key_ = by === null ? () => key : (await breakdowns(people))[by].key
      const isOne = (piece: Piece) => isOf(piece) && key_(piece) === key
      const week = by === 'WEEK' ? momentOfField(key) : null
      const span =
        week !== null && Number.isFinite(week) ? { from: week, to: londonDayAfter(week, 7), now } : time
      const rows = await recordsOf(kpi, [...people.keys()], span)
      const found = rows.filter(isOne)
      return {
        total: found.length,
        rows: found
          .toSorted((a, b) => b.at - a.at || a.id.localeCompare(b.id))
          .slice(0, RECORDS_MAX)
          .map(({ id, at, what, where, value }) => ({
            id,
            at: new Date(at).toISOString(),
            what,
            where,
            value,
          })),
      }
    },

    supervisorPerformance: (asked, { caller }) => performanceOf(caller, asked),

    personCatiReport: async ({ userID, ...asked }, { caller }) => {
      const person = await seenBy(caller).where('u.id', '=', userID).executeTakeFirst()
      if (!person) throw new Refusal(404, 'record.gone', { one: 'person' })
      await auditRead(db, caller, clock(), {
        ...{ action: 'CATI_REPORT_READ', page: PAGE, recordType: 'person', recordID: userID },
        ...{ label: person.displayName, personID: userID },
      })
      return { name: person.displayName, report: await catiReport(db, { userID, ...asked }, clock()) }
    },

    setTarget: async (target, { caller }) => {
      const { userID, projectID } = target
      if (userID !== null && projectID !== null) throw new Refusal(400, 'target.whose')
      const person =
        userID === null ? null : await targetedBy(caller).where('u.id', '=', userID).executeTakeFirst()
      if (userID !== null && !person) throw new Refusal(404, 'record.gone', { one: 'person' })
      const project =
        projectID === null
          ? null
          : await db.selectFrom('projects').where('id', '=', projectID).select('name').executeTakeFirst()
      // The project's is the planner's (decisions).
      if (projectID !== null && !isPlanner(caller)) throw new Refusal(403, 'accessDenied')
      if (projectID !== null && !project) throw new Refusal(404, 'record.gone', { one: 'project' })
      const label = person?.displayName ?? project?.name ?? ''
      const { id, kept } = await addTarget(db, { target, label, caller, now: clock(), page: PAGE })
      publisher.notified(kept)
      return { id }
    },

    personTargets: async ({ userID }, { caller }) => {
      if (!(await reachOf(caller).isSeen(userID))) throw new Refusal(404, 'record.gone', { one: 'person' })
      return { rows: await listedTargets(db, clock(), userID) }
    },

    listTargets: async () => ({ rows: await listedTargets(db, clock(), null) }),

    withdrawTarget: async ({ id }, { caller }) => {
      await moveTarget(db, id, { ...reachOf(caller), isBack: false, now: clock(), page: PAGE })
      return { done: true }
    },

    restoreTarget: async ({ id }, { caller }) => {
      await moveTarget(db, id, { ...reachOf(caller), isBack: true, now: clock(), page: PAGE })
      return { done: true }
    },

    removeTarget: async ({ id }, { caller }) => {
      const page = 'resource.performance.set-up-kpis'
      await moveTarget(db, id, { ...reachOf(caller), isBack: false, now: clock(), page })
      return { done: true }
    },
  }

  /** The records that a measure is made of, with whose and when; their people aren't told. */
  async function recordsOf(kpi: Kpi, userIDs: readonly number[], { from, to, now }: Time) {
    const projects = new Map(
      (await db.selectFrom('projects').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
    )
    switch (MEASURES[kpi.measure].from) {
      case 'INTERVIEWS': {
        const rows = await db
          .selectFrom('interviewRecords')
          .where('isVoid', '=', 0)
          .where('userID', 'is not', null)
          .where('start', '>=', from)
          .where('start', '<', to)
          .select(['id', 'userID', 'projectID', 'start', 'outcome', 'duration'])
          .execute()
        return rows.map(({ id, userID, projectID, start, outcome, duration }) => ({
          ...{ id: String(id), userID: userID ?? 0, projectID, at: start, what: outcome as string },
          ...{ where: projects.get(projectID) ?? '', value: duration as number | null },
        }))
      }
      case 'QUALITY':
        return (await reviewsBetween(db, { from, to, userIDs })).map(
          ({ id, userID, projectID, submittedAt, outcome, score }) => ({
            ...{ id: String(id), userID, projectID, at: submittedAt ?? 0, what: (outcome ?? '') as string },
            ...{ where: projects.get(projectID) ?? '', value: score },
          }),
        )
      case 'ATTENDANCE': {
        const last = londonField(Math.min(to, londonDayAfter(now, 1)) - 1).slice(0, 10)
        if (last < dayOf(from)) return []
        const days = await attendedDays(db, { userIDs, from: dayOf(from), to: last, now })
        return days
          .filter(({ scheduledSeconds }) => scheduledSeconds > 0)
          .map(({ id, userID, date, outcome, adherence }, place) => ({
            // The day's own id names its person.
            ...{ id: `${date}-${place}`, userID, projectID: null, at: momentOfField(date) },
            ...{
              what: outcome as string,
              where: '',
              value: adherence === null ? null : adherence * 100,
              day: id,
            },
          }))
      }
    }
  }
}

/** The KPI as it stood then, where it did: the same measure for the same scope. */
const sameOf = (kpi: Kpi, then: readonly Kpi[]): Kpi =>
  then.find(
    ({ measure, scope, scopeIDs }) =>
      measure === kpi.measure && scope === kpi.scope && scopeIDs.join() === kpi.scopeIDs.join(),
  ) ?? kpi

/** The same hours with what these hours' own rates make one expect. */
function expectedAnew(hours: Atoms['hours']): Atoms['hours'] {
  return withExpected(hours, projectRates(hours))
}
