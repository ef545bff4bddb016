import type { EndOfShift } from '#shared/contract/power-report.ts'
import { ACTIVITY_NAMES, type ActivityName } from '#shared/domain/activity.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { dayTarget } from '#shared/domain/interviews.ts'
import { byName } from '#shared/domain/locale.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { projectParts } from '#shared/domain/project-parts.ts'
import { qcScore } from '#shared/domain/quality.ts'
import type { Column } from '#shared/records/record.ts'
import type { Database } from '../db/database.ts'
import { type Viewer, within } from '../people/scope.ts'
import { reviewsBetween } from '../qc/figures.ts'
import type { Sheet } from '../records/sheet.ts'
import { Refusal } from '../refusal.ts'

export interface AskedShift {
  /** London's, YYYY-MM-DD. */
  readonly date: string
  /** The people of the viewer's team where it is null. */
  readonly areaID: number | null
  /** Whose people; with no area of all whom the viewer sees. */
  readonly managerID: number | null
  /** What was planned and done on one project alone; on all where it is null. */
  readonly projectID: number | null
  /** 'HH:mm–HH:mm', as `shifts` of the answer has it; the whole day where it is null. */
  readonly shift: string | null
}

const inOrder = <T extends { readonly id: number; readonly name: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => byName(a.name, b.name) || a.id - b.id)
const clockOf = (at: number): string => londonField(at).slice(11, 16)
const shiftKey = ({ start, end }: { readonly start: number; readonly end: number }) =>
  `${clockOf(start)}–${clockOf(end)}`

/**
 * What an area's or a team's shift came to (spec 4 §4.4.8), until now where it goes on.
 * @throws Refusal 400 for a day that is none
 */
export async function endOfShift(
  db: Database,
  viewer: Viewer,
  { date, areaID, managerID, projectID, shift }: AskedShift,
  now: number,
): Promise<EndOfShift> {
  const from = momentOfField(date)
  if (Number.isNaN(from)) throw new Refusal(400, 'report.badTime')
  const seen = await db
    .selectFrom('users as u')
    .where('u.id', '>', 0)
    .where((eb) => within(viewer, 'AREA_AND_TEAM')(eb as never))
    .select(['u.id', 'u.displayName', 'u.areaID', 'u.managerID'])
    .execute()
  const viewing = await db
    .selectFrom('users')
    .where('id', '=', viewer.userID)
    .select('userType')
    .executeTakeFirst()
  const isTeam = areaID === null && managerID === null
  const people = seen.filter(
    (one) =>
      (areaID === null || one.areaID === areaID) &&
      (managerID === null || one.managerID === managerID) &&
      (!isTeam || one.managerID === viewer.userID),
  )
  const userIDs = [0, ...people.map(({ id }) => id)]
  const planned = await db
    .selectFrom('shifts as s')
    .leftJoin('projects as p', 'p.id', 's.projectID')
    .where('s.userID', 'in', userIDs)
    .where('s.start', '>=', from)
    .where('s.start', '<', londonDayAfter(from, 1))
    .where('s.state', 'in', ['PUBLISHED', 'LIVE', 'COMPLETED', 'NO_SHOW'])
    .orderBy('s.start')
    .orderBy('s.id')
    .select(['s.userID', 's.start', 's.end', 's.breakMinutes', 's.projectID', 'p.interviewsPerHour'])
    .execute()
  const isAsked = (one: { readonly projectID: number | null }) =>
    projectID === null || one.projectID === projectID
  const shifts = [...Map.groupBy(planned.filter(isAsked), shiftKey)].map(([key, own]) => ({
    key,
    people: new Set(own.map(({ userID }) => userID)).size,
  }))
  const chosen = planned.filter((one) => isAsked(one) && (shift === null || shiftKey(one) === shift))
  // The shift's own time, or the day and what reaches out of it.
  const time = {
    from: shift === null ? from : Math.min(...chosen.map(({ start }) => start), londonDayAfter(from, 1)),
    to: Math.max(...(shift === null ? [londonDayAfter(from, 1)] : []), ...chosen.map(({ end }) => end)),
  }
  time.to = Math.max(time.from, Math.min(now, time.to))
  /** What of something falls into it: nothing where the day or the shift is still to come. */
  const secondsOf = ({
    startedAt,
    endedAt,
  }: {
    readonly startedAt: number
    readonly endedAt: number | null
  }) => Math.max(0, Math.min(endedAt ?? now, time.to) - Math.max(startedAt, time.from)) / 1000
  const ofShift = shift === null ? userIDs : [0, ...new Set(chosen.map(({ userID }) => userID))]
  const recorded = await db
    .selectFrom('activitySessions as s')
    .where('s.userID', 'in', ofShift)
    .where('s.activity', '<>', 'INACTIVE')
    .where('s.startedAt', '<', time.to)
    .where((eb) => eb.or([eb('s.endedAt', 'is', null), eb('s.endedAt', '>', time.from)]))
    .select(['s.userID', 's.activity', 's.projectID', 's.startedAt', 's.endedAt'])
    .execute()
  const sessions = recorded.filter((one) => secondsOf(one) > 0)
  const activities = new Map<ActivityName, number>()
  const hours = new Map<number, number>()
  const isIn = new Set<number>()
  for (const [userID, own] of Map.groupBy(sessions, (one) => one.userID)) {
    isIn.add(userID)
    const parts = projectParts(own.map((one) => ({ ...one, start: one.startedAt })))
    for (const part of projectID === null ? own : (parts.get(projectID) ?? [])) {
      const { activity, projectID: on } = part
      const seconds = secondsOf(part)
      activities.set(activity, (activities.get(activity) ?? 0) + seconds)
      if (activity === 'AVAILABLE' && on !== null) hours.set(on, (hours.get(on) ?? 0) + seconds)
    }
  }
  const calls = await db
    .selectFrom('interviewRecords as r')
    .where('r.userID', 'in', ofShift)
    .where('r.isVoid', '=', 0)
    .where('r.start', '>=', time.from)
    .where('r.start', '<', time.to)
    .$if(projectID !== null, (query) => query.where('r.projectID', '=', projectID))
    .groupBy('r.projectID')
    .select((eb) => [
      'r.projectID',
      eb.fn.countAll<number>().as('attempts'),
      eb.fn.sum<number>(eb.case().when('r.outcome', '=', 'COMPLETE').then(1).else(0).end()).as('completes'),
    ])
    .execute()
  const targets = new Map<number, number>()
  for (const { projectID: on, ...own } of chosen) {
    const target = on === null ? null : dayTarget(own)
    if (on !== null && target !== null) targets.set(on, (targets.get(on) ?? 0) + target)
  }
  const counted = new Map(calls.map((row) => [row.projectID, row]))
  const projectIDs = new Set([...counted.keys(), ...targets.keys(), ...hours.keys()])
  const projects = await db
    .selectFrom('projects')
    .where('id', 'in', [0, ...projectIDs])
    .select(['id', 'name'])
    .execute()
  const issues = await db
    .selectFrom('systemIssues as i')
    .leftJoin('activitySessions as s', 's.id', 'i.sessionID')
    .where('i.userID', 'in', ofShift)
    .where('i.revokedAt', 'is', null)
    .where('i.startedAt', '<', time.to)
    .where((eb) => eb.or([eb('i.endedAt', 'is', null), eb('i.endedAt', '>', time.from)]))
    .$if(projectID !== null, (query) => query.where('s.projectID', '=', projectID))
    .select(['i.startedAt', 'i.endedAt'])
    .execute()
  const lost = issues.filter((one) => secondsOf(one) > 0)
  const { incidents } = await db
    .selectFrom('incidents')
    .where('userID', 'in', ofShift)
    .where('at', '>=', time.from)
    .where('at', '<', time.to)
    .$if(projectID !== null, (query) => query.where('projectID', '=', projectID as number))
    .select((eb) => eb.fn.countAll<number>().as('incidents'))
    .executeTakeFirstOrThrow()
  // To people of an agency nothing of quality is said (spec 4 §5.4).
  const reviews =
    viewing?.userType === 'AGENCY'
      ? []
      : await reviewsBetween(db, {
          ...{ ...time, userIDs: ofShift },
          ...(projectID !== null && { projectIDs: [projectID] }),
        })
  const managers = await db
    .selectFrom('users')
    .where('id', 'in', [0, ...seen.flatMap((one) => one.managerID ?? [])])
    .select(['id', 'displayName as name'])
    .execute()
  const worked = new Set([...planned, ...sessions].flatMap((one) => one.projectID ?? []))
  const choices = await db
    .selectFrom('projects')
    .where('id', 'in', [0, ...worked, ...(projectID === null ? [] : [projectID])])
    .select(['id', 'name'])
    .execute()
  const areas = await db
    .selectFrom('areas')
    .where('id', 'in', [0, ...seen.flatMap((one) => one.areaID ?? [])])
    .select(['id', 'name'])
    .execute()
  const due = Map.groupBy(
    chosen.filter(({ start }) => start <= now),
    ({ userID }) => userID,
  )
  const nameOf = new Map(people.map(({ id, displayName }) => [id, displayName]))
  return {
    areas: inOrder(areas),
    managers: inOrder(managers),
    projectChoices: inOrder(choices),
    shifts,
    from: new Date(time.from).toISOString(),
    to: new Date(time.to).toISOString(),
    due: due.size,
    in: [...due.keys()].filter((userID) => isIn.has(userID)).length,
    absent: [...due.keys()]
      .filter((userID) => !isIn.has(userID))
      .map((userID) => ({ userID, name: nameOf.get(userID) ?? '' }))
      .toSorted((a, b) => byName(a.name, b.name) || a.userID - b.userID),
    activities: ACTIVITY_NAMES.flatMap((activity) => {
      const seconds = activities.get(activity)
      return seconds === undefined ? [] : [{ activity, seconds }]
    }),
    projects: projects
      .map(({ id, name }) => ({
        ...{ id, name, attempts: Number(counted.get(id)?.attempts ?? 0) },
        completes: Number(counted.get(id)?.completes ?? 0),
        target: targets.get(id) ?? null,
        interviewingSeconds: hours.get(id) ?? 0,
      }))
      .toSorted((a, b) => byName(a.name, b.name) || a.id - b.id),
    lost: {
      records: lost.length,
      seconds: lost.reduce((sum, one) => sum + secondsOf(one), 0),
    },
    incidents: Number(incidents),
    reviews: {
      count: reviews.length,
      score: qcScore(reviews.map(({ state, score }) => ({ state, score, isCalibration: false }))),
    },
    asOf: new Date(now).toISOString(),
  }
}

/** The report as a sheet, a line a figure. @param title whose shift it is, and when */
export function endOfShiftSheet(title: string, report: EndOfShift): Sheet {
  const hours = (seconds: number) => Number((seconds / 3600).toFixed(4))
  const { due, absent, activities, projects, lost, incidents, reviews } = report
  return {
    name: 'End of shift',
    columns: [
      ...['Part', 'What'].map((label): Column => ({ kind: 'text', label, width: 24 })),
      ...['Value', 'Target'].map((label): Column => ({ kind: 'number', label })),
    ],
    rows: [
      ['Report', title, null, null],
      ['People', 'Due', due, null],
      ['People', 'In', report.in, null],
      ...absent.map(({ name }) => ['Not in', name, null, null]),
      ...activities.map(({ activity, seconds }) => [
        'Hours',
        ACTIVITY_LABELS[activity],
        hours(seconds),
        null,
      ]),
      ...projects.flatMap(({ name, completes, target, attempts, interviewingSeconds }) => [
        ['Completes', name, completes, target],
        ['Attempts', name, attempts, null],
        ['Interviewing hours', name, hours(interviewingSeconds), null],
      ]),
      ['System issues', 'Records', lost.records, null],
      ['System issues', 'Hours lost', hours(lost.seconds), null],
      ['Incidents', '', incidents, null],
      ['Reviews', 'Count', reviews.count, null],
      ['Reviews', 'QC score', reviews.score, null],
    ],
  }
}

/** What a room reads of it. */
export function endOfShiftText(title: string, report: EndOfShift): string {
  const hours = (seconds: number) => (seconds / 3600).toFixed(1)
  const worked = report.activities.reduce((sum, { seconds }) => sum + seconds, 0)
  return [
    title,
    `People: ${report.in} of ${report.due} in`,
    `Hours recorded: ${hours(worked)}, lost to system issues: ${hours(report.lost.seconds)}`,
    ...report.projects.map(
      ({ name, completes, target }) =>
        `${name}: ${completes}${target === null ? '' : ` of ${target}`} completes`,
    ),
    `Incidents: ${report.incidents}, reviews: ${report.reviews.count}${report.reviews.score === null ? '' : ` (QC score ${report.reviews.score.toFixed(1)})`}`,
  ].join('\n')
}

type Words = readonly (string | null | undefined)[]

/** Of whom, and of what: the parts that there are. */
function titleOf(whose: Words, what: Words): string {
  const people = whose.filter((one) => one != null)
  return [...(people.length > 0 ? people : ['My team']), ...what.filter((one) => one != null)].join(', ')
}

/** Whose shift a report is of, and when. */
export function shiftTitle(report: EndOfShift, asked: AskedShift): string {
  const named = (all: EndOfShift['areas'], id: number | null) => all.find((one) => one.id === id)?.name
  return titleOf(
    [named(report.areas, asked.areaID), named(report.managers, asked.managerID)],
    [named(report.projectChoices, asked.projectID), asked.date, asked.shift],
  )
}

/** Which shift a mailed report is of, without its day: names as they are now. */
export async function mailedTitle(
  db: Database,
  { areaID, managerID, projectID, shift }: Omit<AskedShift, 'date'>,
): Promise<string> {
  const nameIn = async (table: 'areas' | 'projects', id: number | null) =>
    id === null
      ? undefined
      : (await db.selectFrom(table).where('id', '=', id).select('name').executeTakeFirst())?.name
  const manager =
    managerID === null
      ? undefined
      : await db.selectFrom('users').where('id', '=', managerID).select('displayName').executeTakeFirst()
  return titleOf(
    [await nameIn('areas', areaID), manager?.displayName],
    [await nameIn('projects', projectID), shift],
  )
}
