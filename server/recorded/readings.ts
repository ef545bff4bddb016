import type { RecordedReading } from '#shared/contract/recorded.ts'
import { READINGS_MAX } from '#shared/contract/recorded.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { MOODS } from '#shared/domain/mood.ts'
import { OUTCOME_LABELS } from '#shared/domain/outcome-words.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import {
  isMachineKind,
  type MachineKind,
  READING_KINDS,
  READING_RULES,
  type ReadingKind,
} from '#shared/domain/recorded-readings.ts'
import { READING_PURPOSES } from '#shared/domain/recorded-words.ts'
import { REMOTE_COMMAND_LABELS } from '#shared/domain/remote-command-words.ts'
import type { RetentionKey, RetentionRule } from '#shared/domain/retention.ts'
import type { Database } from '../db/database.ts'
import { readDeviceSettings } from '../device-health/device-settings.ts'
import { gradedRun, resultsOf } from '../device-health/speed-test-runs.ts'
import { readSettings } from '../settings/settings.ts'
import { orderOf } from '../support/remote-commands.ts'
import { policyNow } from './policy.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

/** Which times are asked for, in milliseconds since 1970; the latest first, so many at most. */
interface Range {
  readonly from: number
  readonly to: number
  readonly limit: number
}

interface Row {
  readonly id: number
  readonly value: string
  readonly at: number
  /** Who sees this one, where that isn't as with all of its kind. */
  readonly seenBy?: PermissionName
}

type Source = (db: Database, userID: number, range: Range) => Promise<readonly Row[]>

const words = (...parts: readonly (string | null | undefined | false)[]) => parts.filter(Boolean).join(', ')
const minutes = (ms: number) => `${Math.max(1, Math.round(ms / MINUTE_MS))} min`

/** What stands among readings of machines. */
const machine =
  (kind: MachineKind): Source =>
  (db, userID, { from, to, limit }) =>
    db
      .selectFrom('recordedReadings')
      .where('userID', '=', userID)
      .where('kind', '=', kind)
      .where('at', '>=', from)
      .where('at', '<', to)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .select(['id', 'value', 'at'])
      .execute()

const activity: Source = async (db, userID, { from, to, limit }) => {
  const rows = await db
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('startedAt', '>=', from)
    .where('startedAt', '<', to)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'activity', 'category', 'project', 'location', 'startedAt as at'])
    .execute()
  return rows.map(({ id, at, ...row }) => ({
    ...{ id, at },
    value: words(
      ACTIVITY_LABELS[row.activity],
      row.category,
      row.project,
      row.location === 'HOME' ? 'at home' : null,
    ),
  }))
}

const override: Source = async (db, userID, { from, to, limit }) => {
  const rows = await db
    .selectFrom('activityOverrides as o')
    .innerJoin('activitySessions as s', 's.id', 'o.sessionID')
    .leftJoin('users as by', 'by.id', 'o.byID')
    .where('o.userID', '=', userID)
    .where('o.at', '>=', from)
    .where('o.at', '<', to)
    .orderBy('o.at', 'desc')
    .orderBy('o.sessionID', 'desc')
    .limit(limit)
    .select(['o.sessionID as id', 'o.at', 'o.reason', 's.activity', 'by.displayName as by'])
    .execute()
  return rows.map(({ id, at, reason, by, ...row }) => ({
    ...{ id, at },
    value: words(`${ACTIVITY_LABELS[row.activity]} by ${by ?? 'somebody'}`, reason),
  }))
}

const idle: Source = async (db, userID, range) => {
  const { from, to, limit } = range
  const rows = await db
    .selectFrom('idleReadings')
    .where('userID', '=', userID)
    .where('since', '>=', from)
    .where('since', '<', to)
    .orderBy('since', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'since', 'until', 'answer'])
    .execute()
  const flags = rows.map(({ id, since, until, answer }) => ({
    // Those that a client reported are numbered apart.
    ...{ id: -id, at: since },
    value: words(
      until === null ? 'Goes on' : minutes(until - since),
      answer === 'STILL_HERE' ? 'you were there' : answer && `you were away: ${ACTIVITY_LABELS[answer]}`,
    ),
  }))
  return [...flags, ...(await machine('IDLE')(db, userID, range))]
}

const diallerStatus: Source = async (db, userID, { from, to }) => {
  const rows = await db
    .selectFrom('diallerStatuses')
    .where('userID', '=', userID)
    .where('since', '>=', from)
    .where('since', '<', to)
    .select(['status', 'project', 'since as at'])
    .execute()
  // The last one alone is kept.
  return rows.map(({ status, project, at }) => ({ id: 1, at, value: words(status, project) }))
}

const deviceGrade: Source = async (db, userID, { from, to, limit }) => {
  const rows = await db
    .selectFrom('speedTestRuns')
    .where('userID', '=', userID)
    .where('takenAt', '>=', from)
    .where('takenAt', '<', to)
    .orderBy('takenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'kind', 'takenAt', 'results', 'server'])
    .execute()
  const settings = await readDeviceSettings(db)
  return rows.map(({ id, results, ...row }) => ({
    ...{ id, at: row.takenAt },
    value: `Grade ${gradedRun({ ...row, results: resultsOf(results) }, settings).grade}`,
  }))
}

const interview: Source = async (db, userID, { from, to, limit }) => {
  const rows = await db
    .selectFrom('interviewRecords as r')
    .innerJoin('projects as p', 'p.id', 'r.projectID')
    .where('r.userID', '=', userID)
    .where('r.start', '>=', from)
    .where('r.start', '<', to)
    .orderBy('r.start', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .select(['r.id', 'r.outcome', 'r.duration', 'r.start as at', 'p.name as project'])
    .execute()
  return rows.map(({ id, outcome, duration, at, project }) => ({
    ...{ id, at },
    value: words(OUTCOME_LABELS[outcome], project, minutes(duration * 1000)),
  }))
}

const listen: Source = async (db, userID, { from, to, limit }) => {
  const rows = await db
    .selectFrom('qcListens')
    .where('userID', '=', userID)
    .where('to', '>=', from)
    .where('to', '<', to)
    .orderBy('to', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'byName', 'from', 'to'])
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, at: row.to ?? row.from },
    value: `${row.byName}, ${TIME.format(row.from)}–${TIME.format(row.to ?? row.from)}`,
  }))
}

const mood: Source = async (db, userID, { from, to, limit }) => {
  const rows = await db
    .selectFrom('moods')
    .where('userID', '=', userID)
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'moodValue', 'isShared', 'at'])
    .execute()
  return rows.map(({ id, moodValue, isShared, at }) => ({
    ...{ id, at },
    ...(isShared === 1 && { seenBy: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL' }),
    value: words(
      MOODS.find(({ value }) => value === moodValue)?.label,
      isShared === 1 ? 'shared by you' : 'not shared',
    ),
  }))
}

const remoteCommand: Source = async (db, userID, { from, to, limit }) => {
  const rows = await db
    .selectFrom('remoteCommands as c')
    .leftJoin('users as by', 'by.id', 'c.sentBy')
    .where('c.userID', '=', userID)
    .where('c.sentAt', '>=', from)
    .where('c.sentAt', '<', to)
    .orderBy('c.sentAt', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .select(['c.id', 'c.command', 'c.hostCommand', 'c.reason', 'c.sentAt as at', 'by.displayName as by'])
    .execute()
  return rows.map(({ id, command, hostCommand, reason, at, by }) => ({
    ...{ id, at },
    value: words(
      `${REMOTE_COMMAND_LABELS[orderOf({ command, ...(hostCommand && { hostCommand }) })]} by ${by ?? 'somebody'}`,
      reason,
    ),
  }))
}

/** Who opened what is about the person. */
const view: Source = async (db, userID, { from, to, limit }) => {
  const rows = await db
    .selectFrom('audit')
    .where('personID', '=', userID)
    .where('readKey', 'is not', null)
    .where('actorID', '<>', userID)
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'actorName', 'page', 'at'])
    .execute()
  return rows.map(({ id, actorName, page, at }) => ({ id, at, value: words(actorName, page) }))
}

const none: Source = async () => []

/** Where each kind is read: a reading that isn't read here isn't taken (spec 4 §4.2.1). */
const SOURCES: Readonly<Record<ReadingKind, Source>> = {
  ACTIVITY: activity,
  OVERRIDE: override,
  IDLE: idle,
  ACTIVE_APP: machine('ACTIVE_APP'),
  PRESENCE: none,
  DIALLER_STATUS: diallerStatus,
  DEVICE_GRADE: deviceGrade,
  WIFI: machine('WIFI'),
  VPN: machine('VPN'),
  LOCATION: machine('LOCATION'),
  INTERVIEW: interview,
  QC_LISTEN: listen,
  SCREEN: none,
  MOOD: mood,
  REMOTE_COMMAND: remoteCommand,
  VIEW: view,
}

/** By which rule a kind is kept that isn't read of a machine (spec 5 §6.8). */
export const KEPT_BY: Readonly<Record<Exclude<ReadingKind, MachineKind>, RetentionKey>> = {
  ACTIVITY: 'retention.activitySessions',
  OVERRIDE: 'retention.activitySessions',
  PRESENCE: 'retention.recordedReadings',
  DIALLER_STATUS: 'retention.recordedReadings',
  INTERVIEW: 'retention.interviews',
  QC_LISTEN: 'retention.qcReviews',
  SCREEN: 'retention.recordedReadings',
  MOOD: 'retention.moods',
  REMOTE_COMMAND: 'retention.recordedReadings',
  VIEW: 'retention.audit',
}
const RULES = [...new Set(Object.values(KEPT_BY))]

/** Up to when something is kept that is from then. */
function keptUntil(at: number, { keep, unit }: Pick<RetentionRule, 'keep' | 'unit'>): number {
  if (unit === 'DAYS') return at + keep * DAY_MS
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + (unit === 'YEARS' ? 12 * keep : keep))
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}

/** How long each kind is kept, as it holds now. */
export async function keepingNow(db: Database, now: number) {
  const rules = await readSettings(db, RULES as RetentionKey[])
  const { inForce } = await policyNow(db, now)
  return (kind: ReadingKind): Pick<RetentionRule, 'keep' | 'unit'> =>
    isMachineKind(kind)
      ? { keep: inForce[kind].keepDays, unit: 'DAYS' as const }
      : (rules[KEPT_BY[kind]] as RetentionRule)
}

interface Wanted {
  readonly userID: number
  /** All where it is empty. */
  readonly kinds: readonly ReadingKind[]
  readonly from: number | null
  readonly to: number | null
  /** So many at most. */
  readonly max?: number
}

/** What is recorded about somebody, latest first; what the policy keeps no longer isn't among it. */
export async function readingsOf(
  db: Database,
  { userID, kinds, from, to, max = READINGS_MAX }: Wanted,
  now: number,
): Promise<{ readonly readings: RecordedReading[]; readonly hasMore: boolean }> {
  const keeping = await keepingNow(db, now)
  const wanted = kinds.length === 0 ? READING_KINDS : kinds
  const all: (Row & { kind: ReadingKind })[] = []
  for (const kind of new Set(wanted)) {
    const range = { from: from ?? 0, to: to ?? now + 1, limit: max + 1 }
    const rows = await SOURCES[kind](db, userID, range)
    all.push(...rows.map((row) => ({ ...row, kind })))
  }
  const kept = all
    .map((row) => ({ ...row, until: keptUntil(row.at, keeping(row.kind)) }))
    .filter(({ until }) => until > now)
    .toSorted((a, b) => b.at - a.at || b.id - a.id)
  return {
    readings: kept.slice(0, max).map(({ id, kind, value, at, until, seenBy }) => ({
      ...{ id: `${kind} ${id}`, userID, kind, value },
      at: new Date(at).toISOString(),
      purpose: READING_PURPOSES[kind],
      seenBy: seenBy ?? READING_RULES[kind].seenBy,
      keepUntil: new Date(until).toISOString(),
    })),
    hasMore: kept.length > max,
  }
}
