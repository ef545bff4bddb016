import type { DayExceptionRow } from '#shared/contract/attendance.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import type { DiallerStatus } from '#shared/domain/dialler.ts'
import type { LiveColumnName } from '#shared/domain/live-alerts.ts'
import {
  breakOver,
  breakUsed,
  classOf,
  isOnOtherProject,
  LIVE_CLASSES,
  type LivePerson,
  lateMinutes,
  outFor,
  secondsIn,
  shiftLeft,
} from '#shared/domain/live-panel.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { REMOTE_COMMAND_LABELS, type RemoteOrder } from '#shared/domain/remote-command-words.ts'
import { REMOTE_COMMAND_STATES } from '#shared/domain/remote-commands.ts'
import { targetText } from '#shared/domain/targets.ts'
import type { Column } from '#shared/records/record.ts'
import { ADHERENCE_WORDS, ALERT_TEXT, DIALLER_WORDS, PANEL_TEXT, TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DAY = dateFormat({ day: 'numeric', month: 'short', timeZone: LONDON })
export const dayOf = (iso: string): string => DAY.format(Date.parse(iso))
export const timeOf = (iso: string): string => TIME.format(Date.parse(iso))
/** A time of today; another day's with its day before it. */
export const momentOf = (iso: string, now: number): string =>
  dayOf(iso) === DAY.format(now) ? timeOf(iso) : `${dayOf(iso)}, ${timeOf(iso)}`

/** '1:05:09', '4:30': a time that is counted each second. @param seconds whole ones */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** '5 h 20 min', '12 min'. */
export function spanText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  return [hours > 0 ? `${hours} h` : '', minutes % 60 > 0 || hours === 0 ? `${minutes % 60} min` : '']
    .filter(Boolean)
    .join(' ')
}

const minutesSince = (iso: string | null, now: number) =>
  iso === null ? null : Math.floor((now - Date.parse(iso)) / 60_000)
/** Not rounded: the dashboard's card counts those over 3 minutes. */
function minutesOut(live: LivePerson['live'], now: number): number | null {
  const out = outFor(live, now)
  return out === null ? null : out / 60_000
}
const rateText = (rate: number | null) => (rate === null ? TEXT.none : numberText(rate))

type Value = string | number | boolean | null

/** A column of the panel: what it is sorted and filtered by, and how it reads. */
export interface LiveColumn extends Column {
  readonly value: (person: LivePerson, now: number) => Value
  /** What stands above the cells, where those show something else than the value. */
  readonly heading?: string
  /** As it stands in the cell; the value where it isn't given. */
  readonly text?: (person: LivePerson, now: number) => string
  /** What stands below or after it, smaller. */
  readonly note?: (person: LivePerson, now: number) => string
  /** Whether it is something to look at. */
  readonly isBad?: (person: LivePerson, now: number) => boolean
  /** Its text goes on with time. */
  readonly counts?: true
}

const choice = (label: string, choices: Readonly<Record<string, string>>) =>
  ({ kind: 'choice', label, choices }) as const
const number = (label: string) => ({ kind: 'number', label }) as const
const text = (label: string) => ({ kind: 'text', label }) as const
const YES_NO = 'yesNo' as const

/** All columns of the live panel (spec 4 §4.4.1), in their order. */
const LIVE_COLUMNS = {
  person: {
    ...text('Person'),
    isSearched: true,
    width: 13,
    value: ({ stats }) => stats.userName,
    note: ({ live }) =>
      [
        ...live.onIt.map(({ by, note }) => ALERT_TEXT.onIt(by, note)),
        live.waiting && TEXT.waiting(ACTIVITY_LABELS[live.waiting]),
      ]
        .filter(Boolean)
        .join(' · '),
  },
  activity: {
    ...choice('Activity', ACTIVITY_LABELS),
    width: 12,
    value: ({ live }) => live.currentActivity,
    text: ({ live }) => ACTIVITY_LABELS[live.currentActivity],
    note: ({ live }) =>
      [
        commandWords(live.command),
        live.category,
        live.override &&
          TEXT.setBy(live.override.by, live.override.until === null ? null : timeOf(live.override.until)),
      ]
        .filter(Boolean)
        .join(' · '),
  },
  time: {
    ...number('In it for'),
    width: 6,
    value: ({ live }, now) => Math.floor((secondsIn(live, now) ?? 0) / 60),
    text: ({ live }, now) => {
      const seconds = secondsIn(live, now)
      return seconds === null ? TEXT.none : clockText(seconds)
    },
    counts: true,
  },
  project: {
    ...text('Project'),
    width: 12,
    value: ({ live }) => live.project,
    note: ({ live }) =>
      isOnOtherProject(live) && live.scheduledProject ? TEXT.otherProject(live.scheduledProject) : '',
    isBad: ({ live }) => isOnOtherProject(live),
  },
  adherence: {
    ...choice('Adherence', ADHERENCE_WORDS),
    width: 11,
    value: ({ live }) => live.adherence.state,
    text: ({ live }) => ADHERENCE_WORDS[live.adherence.state],
    note: ({ live: { adherence } }) =>
      [
        adherence.kind && reasonWords(adherence.kind),
        adherence.since === null ? null : `since ${timeOf(adherence.since)}`,
      ]
        .filter(Boolean)
        .join(' '),
    isBad: ({ live }) => live.adherence.state === 'OUT',
  },
  outFor: {
    ...number('Minutes out of adherence'),
    isExtra: true,
    value: ({ live }, now) => minutesOut(live, now),
    text: ({ live }, now) => {
      const minutes = minutesOut(live, now)
      return minutes === null ? TEXT.none : String(Math.floor(minutes))
    },
  },
  shift: {
    ...text('Shift'),
    width: 10,
    value: ({ live: { shift } }) => shift && `${timeOf(shift.start)}–${timeOf(shift.end)}`,
    note: ({ live }, now) => {
      const late = lateMinutes(live, now)
      const left = shiftLeft(live, now)
      return [
        late > 0 ? TEXT.late(late) : null,
        expectedWords(live),
        left === null ? null : TEXT.left(spanText(left)),
        live.lockedBy === null ? null : TEXT.locked,
      ]
        .filter(Boolean)
        .join(' · ')
    },
    isBad: ({ live }, now) => lateMinutes(live, now) > 0 && live.startedAt === null,
    counts: true,
  },
  break: {
    ...number('Break (min)'),
    width: 8,
    value: ({ live }, now) => Math.floor(breakUsed(live, now) / 60),
    text: ({ live }, now) =>
      live.shift
        ? TEXT.ofBreak(Math.floor(breakUsed(live, now) / 60), Math.floor(live.breakAllowanceSeconds / 60))
        : TEXT.none,
    note: ({ live }, now) => {
      const over = Math.floor(breakOver(live, now) / 60)
      return over > 0 ? TEXT.over(over) : ''
    },
    isBad: ({ live }, now) => breakOver(live, now) >= 60,
    counts: true,
  },
  idle: {
    ...number('Idle (min)'),
    width: 7,
    value: ({ live }, now) => minutesSince(live.idleSince, now),
    isBad: ({ live }) => live.idleSince !== null,
    counts: true,
  },
  dialler: {
    ...choice('Dialler', DIALLER_WORDS),
    width: 10,
    value: ({ stats }) => stats.diallerStatus,
    text: ({ live, stats }, now) => {
      const status = DIALLER_WORDS[stats.diallerStatus as DiallerStatus] ?? TEXT.none
      if (live.diallerSince === null || status === TEXT.none) return status
      const seconds = Math.max(0, Math.floor((now - Date.parse(live.diallerSince)) / 1000))
      return `${status} ${clockText(seconds)}`
    },
    counts: true,
  },
  today: {
    ...number('Today'),
    width: 6,
    value: ({ live }) => live.completes,
    text: ({ live }) => `${live.completes}${live.target === null ? '' : ` / ${live.target}`}`,
  },
  lastHour: {
    ...number('Last hour'),
    width: 8,
    value: ({ live }) => live.lastHour.rate,
    text: ({ live }) => rateText(live.lastHour.rate),
    note: ({ live: { lastHour, rateTargets } }) =>
      [
        lastHour.projectRate === null ? '' : TEXT.projectRate(rateText(lastHour.projectRate)),
        targetNote('completesPerHour', rateTargets),
      ]
        .filter(Boolean)
        .join(', '),
  },
  appointment: {
    ...number('Appointment (min)'),
    heading: 'Appointment',
    width: 8,
    value: ({ live }, now) =>
      live.appointment === null ? null : Math.floor((Date.parse(live.appointment.time) - now) / 60_000),
    text: ({ live }) => (live.appointment === null ? TEXT.none : timeOf(live.appointment.time)),
    note: ({ live }) => (live.appointment?.isAtRisk ? TEXT.atRisk : ''),
    isBad: ({ live }) => live.appointment?.isAtRisk === true,
  },
  tickets: {
    ...number('Tickets'),
    width: 5,
    value: ({ stats }) => stats.openTickets,
    text: ({ stats }) => (stats.openTickets === 0 ? TEXT.none : String(stats.openTickets)),
  },
  machine: {
    ...text('Machine'),
    width: 8,
    value: ({ live, stats }) =>
      [
        stats.machineStatus === 'UNKNOWN' ? null : words(stats.machineStatus),
        live.grade === null || live.grade === 'UNKNOWN' ? null : words(live.grade),
        live.location === null ? null : (TEXT.locations[live.location] ?? live.location),
      ]
        .filter(Boolean)
        .join(' · ') || null,
    note: ({ live }, now) =>
      [
        live.wifi === null ? null : TEXT.wifi(words(live.wifi).toLowerCase()),
        live.vpnSince === null ? null : TEXT.vpn(spanText(now - Date.parse(live.vpnSince))),
      ]
        .filter(Boolean)
        .join(' · '),
  },
  qc: {
    ...number('QC (done / due)'),
    width: 7,
    // What is still due is sorted by.
    value: ({ live }) => live.qc?.due ?? null,
    text: ({ live: { qc } }) => (qc === null ? TEXT.none : `${qc.done} / ${qc.due}`),
    note: ({ live: { qc } }) => (qc?.lastScore == null ? '' : TEXT.lastScore(numberText(qc.lastScore))),
    isBad: ({ live: { qc } }) => qc?.lastScore != null && qc.lastScore < 65,
  },
  location: {
    ...choice('Location', { OFFICE: 'Office', HOME: 'Home' }),
    isExtra: true,
    width: 7,
    value: ({ live }) => live.location,
    text: ({ live }) =>
      live.location === null ? TEXT.none : (TEXT.locations[live.location] ?? live.location),
  },
  area: { ...text('Area'), width: 9, value: ({ stats }) => known(stats.areaName) },
  manager: { ...text('Manager'), width: 9, value: ({ stats }) => known(stats.manager) },
  agency: { ...text('Agency'), width: 8, value: ({ live }) => live.agency },
  class: {
    ...choice('Class', LIVE_CLASSES),
    isExtra: true,
    value: ({ live }, now) => classOf(live, now),
    text: ({ live }, now) => LIVE_CLASSES[classOf(live, now)],
  },
  otherProject: {
    kind: YES_NO,
    label: 'On another project',
    isExtra: true,
    value: ({ live }) => isOnOtherProject(live),
  },
  late: {
    ...number('Late (min)'),
    isExtra: true,
    width: 6,
    value: ({ live }, now) => lateMinutes(live, now),
    counts: true,
  },
  breakOver: {
    ...number('Break over (min)'),
    isExtra: true,
    width: 7,
    value: ({ live }, now) => Math.floor(breakOver(live, now) / 60),
    counts: true,
  },
  refusals: {
    ...number('Refusals (%)'),
    isExtra: true,
    width: 7,
    value: ({ live }) => (live.refusalRate === null ? null : Math.round(live.refusalRate * 100)),
    note: ({ live }) => targetNote('refusalRate', live.rateTargets),
  },
  lastComplete: {
    ...number('Last complete (min)'),
    isExtra: true,
    width: 8,
    value: ({ live }, now) =>
      live.currentActivity === 'AVAILABLE' ? minutesSince(live.lastComplete ?? live.since, now) : null,
    counts: true,
  },
  lastSeen: {
    ...number('Last seen (min)'),
    isExtra: true,
    width: 8,
    value: ({ live }, now) => minutesSince(live.lastSeen, now),
    counts: true,
  },
  skills: {
    ...text('Skills'),
    isExtra: true,
    width: 12,
    value: ({ live }) => live.skills.join(', ') || null,
  },
  atRisk: {
    kind: YES_NO,
    label: 'Appointment at risk',
    isExtra: true,
    value: ({ live }) => live.appointment?.isAtRisk === true,
  },
  contractType: { ...text('Contract type'), isExtra: true, width: 9, value: ({ live }) => live.contractType },
} as const satisfies Record<LiveColumnName, LiveColumn>

/** The same, by whatever name. */
export const COLUMNS: Readonly<Record<string, LiveColumn | undefined>> = LIVE_COLUMNS

function words(status: string): string {
  if (status === 'UNKNOWN') return TEXT.none
  return status.charAt(0) + status.slice(1).toLowerCase().replaceAll('_', ' ')
}
/** What became of the last remote command. */
function commandWords(command: LivePerson['live']['command']): string | null {
  if (!command) return null
  const { order, state, answer } = command
  const label = REMOTE_COMMAND_LABELS[order as RemoteOrder]
  return `${REMOTE_COMMAND_STATES[state]}: ${label}${answer === '' ? '' : `. ${answer}`}`
}
/** The call that somebody is on; null without one. */
export const callOf = ({ stats, live }: LivePerson) =>
  stats.diallerStatus === 'ON_CALL' && live.diallerSince !== null
    ? { project: live.diallerProject ?? '', since: live.diallerSince }
    : null
/** A kind of exception, or an excuse, in words. */
/** When somebody who isn’t there yet said that they come. */
const expectedWords = ({ shift, startedAt }: LivePerson['live']): string | null =>
  shift?.expectedAt && startedAt === null ? TEXT.expected(timeOf(shift.expectedAt)) : null

/** An exception’s kind; a late start that was said beforehand reads so. */
export const exceptionWords = ({ kind, isNoticed }: Pick<DayExceptionRow, 'kind' | 'isNoticed'>): string =>
  isNoticed ? PANEL_TEXT.withNotice : reasonWords(kind)

export const reasonWords = (kind: string): string => kind.toLowerCase().replaceAll('_', ' ')
const known = (name: string) => (name === 'UNKNOWN' ? null : name)

/** What stands in a cell. */
export function cellText(column: LiveColumn, person: LivePerson, now: number): string {
  if (column.text) return column.text(person, now)
  const value = column.value(person, now)
  if (value === null || value === '') return TEXT.none
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
}

const targetNote = (
  measure: 'completesPerHour' | 'refusalRate',
  targets: LivePerson['live']['rateTargets'],
): string => {
  const value = targets?.[measure] ?? null
  return value === null ? '' : TEXT.rateTarget(targetText(measure, value))
}

const completesWords = ({ completes, target }: LivePerson['live']) =>
  target === null ? `${completes} completes` : `${completes} of ${target} completes`

/** A person in one sentence, for who doesn't see the row (spec 4 §4.4.1). */
export function sentenceOf(
  { stats, live }: LivePerson,
  now: number,
  { withFigures = true }: { readonly withFigures?: boolean } = {},
): string {
  const minutes = Math.floor((secondsIn(live, now) ?? 0) / 60)
  const activity = ACTIVITY_LABELS[live.currentActivity].toLowerCase()
  const late = lateMinutes(live, now)
  return [
    stats.userName,
    live.since === null
      ? live.startedAt === null
        ? TEXT.notStarted
        : TEXT.ended
      : `${activity} for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}${live.project === null ? '' : ` on ${live.project}`}`,
    isOnOtherProject(live) && live.scheduledProject ? TEXT.otherProject(live.scheduledProject) : null,
    withFigures ? completesWords(live) : null,
    late > 0 && live.startedAt === null ? TEXT.late(late) : null,
    expectedWords(live),
    ADHERENCE_WORDS[live.adherence.state].toLowerCase(),
  ]
    .filter((part) => part !== null)
    .join(', ')
}
