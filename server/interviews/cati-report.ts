import type { CATI_REPORT_ROWS, CatiReport } from '#shared/contract/cati-report.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { heldTargets, setTargets } from '../performance/day-targets.ts'
import { NO_FIGURES, personFigures } from '../performance/figures.ts'
import { Refusal } from '../refusal.ts'
import {
  type HourTally,
  hourTallies,
  projectRates,
  ROW_KEYS,
  sentTally,
  sumOf,
  withExpected,
} from './tallies.ts'

const VOIDED_MAX = 100
/** 2 years, with a leap day (spec 4 §5.2). */
const DAYS_MAX = 731
const DAY_MS = 86_400_000

interface ReportOf {
  readonly userID: number
  /** London's days, YYYY-MM-DD. */
  readonly from: string
  readonly to: string
  readonly projectID: number | null
  readonly by: (typeof CATI_REPORT_ROWS)[number]
}

const wasWorked = ({ tally }: HourTally) => tally.availableSeconds > 0 || tally.talkSeconds > 0

/**
 * Somebody's interviewing in a time (spec 4 §4.2.8): what they and their supervisor see alike.
 * @param now in milliseconds since 1970
 * @throws Refusal 400 where the time isn't one
 */
export async function catiReport(
  db: Database,
  { userID, from, to, projectID, by }: ReportOf,
  now: number,
): Promise<CatiReport> {
  const first = momentOfField(from)
  const last = momentOfField(to)
  if (!(first <= last) || last - first > DAYS_MAX * DAY_MS) throw new Refusal(400, 'report.badTime')
  const time = { from: first, to: londonDayAfter(last, 1), now }
  const worked = await hourTallies(db, { ...time, userID })
  const ids = [...new Set(worked.map((hour) => hour.projectID))].filter((id) => id > 0)
  const chosen = projectID === null ? ids : ids.filter((id) => id === projectID)
  const ofProjects = await hourTallies(db, { ...time, projectIDs: chosen })
  const rates = projectRates(ofProjects)
  const own = withExpected(
    worked.filter((hour) => (projectID === null ? true : hour.projectID === projectID)),
    rates,
  )
  const everybodys = withExpected(ofProjects, rates)
  const key = ROW_KEYS[by]
  const ofKey = Map.groupBy(everybodys, key)
  const rows = [...Map.groupBy(own, key)]
    // An appointment that falls due makes no day of work.
    .filter(([name, hours]) => hours.some(wasWorked) && (by !== 'PROJECT' || name !== '0'))
    .map(([name, hours]) => ({
      key: name,
      own: sentTally(sumOf(hours)),
      project: sentTally(sumOf(ofKey.get(name) ?? [])),
    }))
    .sort((a, b) => (by === 'DAY' ? a.key.localeCompare(b.key) : Number(a.key) - Number(b.key)))
  const recordsOf = () =>
    db
      .selectFrom('interviewRecords as r')
      .where('r.userID', '=', userID)
      .where('r.start', '>=', time.from)
      .where('r.start', '<', time.to)
      .$if(projectID !== null, (q) => q.where('r.projectID', '=', projectID ?? 0))
  const voided = await recordsOf()
    .innerJoin('projects', 'projects.id', 'r.projectID')
    .where('r.isVoid', '=', 1)
    .orderBy('r.start', 'desc')
    .orderBy('r.id', 'desc')
    .limit(VOIDED_MAX)
    .select(['r.id', 'r.start', 'projects.name as project', 'r.outcome', 'r.voidReason as reason'])
    .execute()
  const { outside } = await recordsOf()
    .where('r.isVoid', '=', 0)
    .where('r.isOutside', '=', 1)
    .select((eb) => eb.fn.countAll<number>().as('outside'))
    .executeTakeFirstOrThrow()
  const projects = await db
    .selectFrom('projects')
    .where('id', 'in', [0, ...ids])
    .orderBy('name')
    .select(['id', 'code', 'name'])
    .execute()
  const tally = sumOf(own)
  const [only, ...others] = chosen
  const targets = await heldTargets(
    await setTargets(db, [userID]),
    // Of several projects none's target is the person's.
    { userID, projectID: others.length === 0 ? (only ?? null) : null },
    { from, to, today: londonField(now).slice(0, 10) },
    (isBeyondCalls) => (isBeyondCalls ? personFigures(db, userID, time, tally) : { ...NO_FIGURES, tally }),
  )
  return {
    targets,
    own: sentTally(tally),
    project: sentTally(sumOf(everybodys)),
    rows,
    projects,
    voided: voided.map(({ start, ...record }) => ({ ...record, start: new Date(start).toISOString() })),
    outside,
    asOf: new Date(now).toISOString(),
  }
}
