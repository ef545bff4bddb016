import * as z from 'zod/mini'
import { ACTIVITY_NAMES } from '../domain/activity.ts'
import {
  POWER_AGGREGATES,
  POWER_CHARTS,
  POWER_FIELD_NAMES,
  POWER_GROUPS,
  POWER_LEVELS_MAX,
  POWER_MEASURES_MAX,
  POWER_PAGES,
  POWER_SOURCE_NAMES,
  POWER_SOURCES,
  POWER_TIMES,
  type PowerAggregate,
  type PowerChart,
  type PowerFigure,
  type PowerGroup,
  type PowerTime,
} from '../domain/power-report.ts'
import { REPORT_NAME_MAX, REPORT_RHYTHMS, type ReportRhythm } from '../domain/reports.ts'
import { EXPORT_TYPES } from './exports.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

const permission = {
  anyOf: ['ITRACKER_CAN_SEE_POWER_REPORT', 'ISUPERVISOR_CAN_SEE_REPORTS', 'IRESOURCE_CAN_SEE_REPORTS'],
} as const
const about = { spec: '4 §4.2.9, §5.5', permission } as const

const keys = <T extends string>(record: Readonly<Record<T, unknown>>) => Object.keys(record) as T[]
const field = z.enum(POWER_FIELD_NAMES)
const levels = z._default(z.array(field).check(z.maxLength(POWER_LEVELS_MAX)), [])
/** The figures that any source has. */
const figures = [
  ...new Set(POWER_SOURCE_NAMES.flatMap((one): readonly PowerFigure[] => POWER_SOURCES[one].figures)),
]
const key = z.string().check(z.maxLength(200))
/** The page of the menu: whose records the report is about. */
const page = z.enum(POWER_PAGES)

/** What a power report says (shared/domain/power-report.ts). */
const definition = z.object({
  source: z.enum(POWER_SOURCE_NAMES),
  rows: levels,
  columns: levels,
  measures: z
    .array(
      z.object({
        figure: z.enum([...keys<PowerAggregate>(POWER_AGGREGATES), ...figures]),
        field: z._default(z.nullable(z.string().check(z.maxLength(60))), null),
      }),
    )
    .check(z.maxLength(POWER_MEASURES_MAX)),
  filters: z._default(
    z
      .array(z.object({ field, values: z.array(key).check(z.minLength(1), z.maxLength(500)) }))
      .check(z.maxLength(20)),
    [],
  ),
  time: z._default(z.enum(keys<PowerTime>(POWER_TIMES)), 'WEEKS'),
  from: z._default(z.union([z.iso.date(), z.literal('')]), ''),
  to: z._default(z.union([z.iso.date(), z.literal('')]), ''),
  group: z._default(z.enum(keys<PowerGroup>(POWER_GROUPS)), 'TEAM'),
  chart: z._default(z.enum(keys<PowerChart>(POWER_CHARTS)), 'NONE'),
  sort: z._default(
    z.nullable(z.object({ measure: z.int().check(z.nonnegative()), direction: z.enum(['ASC', 'DESC']) })),
    null,
  ),
})

const kind = z.enum(['count', 'rate', 'share', 'minutes', 'index', 'score', 'money'])
const level = z.object({ field, label: z.string() })
const path = z._default(z.array(key).check(z.maxLength(POWER_LEVELS_MAX)), [])
const row = z.object({
  /** By the columns and, in each, the figures; a share is in percent. Null where there is nothing to show. */
  values: z.array(z.nullable(z.number())),
  /** The places of rates of few data. */
  few: z.array(z.int()),
})

export const runPowerReport = call({
  path: '/api/report/run',
  request: z.object({ page, definition }),
  response: z.object({
    rows: z.array(level),
    columns: z.array(level),
    measures: z.array(z.object({ label: z.string(), kind })),
    /** What keys of each field are called. */
    names: z.record(z.string(), z.record(z.string(), z.string())),
    /** Keys of each column; the last has none and is all of them. */
    columnPaths: z.array(z.array(z.string())),
    /** A path of fewer levels than the report has is a subtotal, which is before what it is of. */
    cells: z.array(z.extend(row, { path: z.array(z.string()) })),
    totals: row,
    /** Numbers that it has, totals left out. */
    cellCount: z.int(),
    /** Records in all. */
    records: z.int(),
    asOf: timestamp,
  }),
  summary: 'A report of records by rows and columns.',
  ...about,
})
export type PowerReport = z.output<typeof runPowerReport.response>

const valueHead = z.object({ label: z.string(), kind })

export const powerReportRecords = call({
  path: '/api/report/records',
  request: z.object({
    page,
    definition,
    /** Keys of the cell's row and column; fewer for subtotals and totals. */
    row: path,
    column: path,
    /** Which figure it is, from 0. */
    measure: z._default(z.int().check(z.nonnegative()), 0),
    /** From 1, of 100 records each. */
    part: z._default(z.int().check(z.positive(), z.maximum(100_000)), 1),
  }),
  response: z.object({
    /** Of one kind each: calls, and hours where the figure goes by them. */
    lists: z.array(
      z.object({
        label: z.string(),
        columns: z.array(z.string()),
        when: z.enum(['DAY', 'MOMENT']),
        values: z.array(valueHead),
        rows: z.array(
          z.object({
            id: z.string(),
            at: timestamp,
            texts: z.array(z.string()),
            numbers: z.array(z.nullable(z.number())),
          }),
        ),
        total: z.int(),
        /** Of all of them. */
        sums: z.array(z.extend(valueHead, { value: z.nullable(z.number()) })),
      }),
    ),
    asOf: timestamp,
  }),
  summary: 'The records behind a number of a report.',
  ...about,
  extension: true,
})
export type PowerRecords = z.output<typeof powerReportRecords.response>

export const powerReportFile = call({
  path: '/api/report/file',
  request: z.object({
    page,
    definition,
    name: z._default(
      z.string().check(z.trim(), z.minLength(1), z.maxLength(REPORT_NAME_MAX)),
      'Power report',
    ),
    type: z._default(z.enum(EXPORT_TYPES), 'Excel'),
  }),
  response: z.unknown(),
  answers: 'blob',
  summary: 'A report as a file.',
  ...about,
  extension: true,
})

const schedule = z.object({
  every: z.enum(keys<ReportRhythm>(REPORT_RHYTHMS)),
  /** Of a week 0 (Sunday) to 6, of a month 1 to 31; 0 of a day. */
  day: z.int().check(z.minimum(0), z.maximum(31)),
  /** London's clock. */
  at: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
})

const report = z.object({
  id: recordID,
  version: recordVersion,
  name: z.string(),
  ownerName: z.string(),
  isMine: z.boolean(),
  isShared: z.boolean(),
  definition,
  schedule: z.nullable(
    z.extend(schedule, {
      nextAt: timestamp,
      /** Why it doesn't run; null while it does. */
      paused: z.nullable(z.string()),
      /** Its owner alone knows who they are. */
      recipients: z.array(z.object({ userID, displayName: z.string() })),
    }),
  ),
})
export type SavedPowerReport = z.output<typeof report>

/** Names of what is pinned: longer than a report's, since a figure's has its row's in it. */
const pinText = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
const pin = z.object({ id: recordID, name: z.string(), report: z.string(), definition })
export type PinnedFigure = z.output<typeof pin>

const named = z.array(z.object({ id: z.string(), name: z.string() }))

export const powerDefinitions = call({
  path: '/api/report/definitions',
  request: z.object({ page }),
  response: z.object({
    /** What filters can name. */
    people: named,
    managers: named,
    areas: named,
    agencies: named,
    contractTypes: named,
    projects: named,
    epics: named,
    ticketTypes: named,
    /** Whether costs are the caller's to see. */
    hasCosts: z.boolean(),
    groups: z.array(z.enum(keys<PowerGroup>(POWER_GROUPS))),
    /** The caller's own of this page, and those shared with everybody who opens it. */
    reports: z.array(report),
    /** The caller's own of this page. */
    pins: z.array(pin),
  }),
  summary: 'The saved reports of a page, and what one can name.',
  ...about,
  extension: true,
})

export const savePowerReport = call({
  path: '/api/report/save',
  request: z.object({
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
    page,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(REPORT_NAME_MAX)),
    definition,
  }),
  response: report,
  summary: 'Keeps or changes a report of the caller’s.',
  ...about,
})

export const sharePowerReport = call({
  path: '/api/report/share',
  request: z.extend(seenRecord, { isShared: z.boolean() }),
  response: report,
  summary: 'Shares a report of the caller’s, or takes that back.',
  ...about,
})

export const schedulePowerReport = call({
  path: '/api/report/schedule',
  request: z.extend(seenRecord, {
    /** Null ends it. One that was paused goes on. */
    schedule: z.nullable(
      z.extend(schedule, { recipients: z._default(z.array(userID).check(z.maxLength(100)), []) }),
    ),
  }),
  response: report,
  summary: 'Says when and to whom a report of the caller’s is mailed.',
  ...about,
})

export const deletePowerReport = call({
  path: '/api/report/delete',
  request: seenRecord,
  response: done,
  summary: 'Deletes a report of the caller’s.',
  ...about,
  extension: true,
})

export const pinPowerFigure = call({
  path: '/api/report/pin',
  request: z.object({
    page,
    definition,
    /** Keys of the number's row and column; fewer for subtotals and totals. */
    row: path,
    column: path,
    /** Which figure it is, from 0. */
    measure: z._default(z.int().check(z.nonnegative()), 0),
    /** What it is called, and its report. */
    name: pinText,
    report: pinText,
  }),
  response: pin,
  summary: 'Puts a number of a report on the caller’s dashboard.',
  ...about,
  extension: true,
})

export const unpinPowerFigure = call({
  path: '/api/report/unpin',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Takes one off it.',
  ...about,
  extension: true,
})

const seconds = z.number().check(z.nonnegative())
const shiftRequest = z.object({
  date: z.iso.date(),
  /** The caller's team where it is null. */
  areaID: z._default(z.nullable(recordID), null),
  /** Those of the area, or of all whom the caller sees, who report to them. */
  managerID: z._default(z.nullable(userID), null),
  /** What was planned and done on it alone; all projects where it is null. */
  projectID: z._default(z.nullable(recordID), null),
  /** 'HH:mm–HH:mm', one of `shifts`; the whole day where it is null. */
  shift: z._default(z.nullable(z.string().check(z.regex(/^\d\d:\d\d–\d\d:\d\d$/))), null),
})
const onlySupervisors = {
  spec: '4 §4.4.8',
  permission: 'ISUPERVISOR_CAN_SEE_REPORTS',
  extension: true,
} as const

export const endOfShift = call({
  path: '/api/report/end-of-shift',
  request: shiftRequest,
  response: z.object({
    areas: z.array(z.object({ id: recordID, name: z.string() })),
    managers: z.array(z.object({ id: userID, name: z.string() })),
    /** Those of the day, whichever is asked for. */
    projectChoices: z.array(z.object({ id: recordID, name: z.string() })),
    /** The day's shifts by their times, and of how many people. */
    shifts: z.array(z.object({ key: z.string(), people: z.int() })),
    from: timestamp,
    to: timestamp,
    /** People whose shift has begun, and who of them did anything. */
    due: z.int(),
    in: z.int(),
    absent: z.array(z.object({ userID, name: z.string() })),
    activities: z.array(z.object({ activity: z.enum(ACTIVITY_NAMES), seconds })),
    projects: z.array(
      z.object({
        id: recordID,
        name: z.string(),
        attempts: z.int(),
        completes: z.int(),
        target: z.nullable(z.int()),
        interviewingSeconds: seconds,
      }),
    ),
    lost: z.object({ records: z.int(), seconds }),
    incidents: z.int(),
    reviews: z.object({ count: z.int(), score: z.nullable(z.number()) }),
    asOf: timestamp,
  }),
  summary: 'What a shift came to.',
  ...onlySupervisors,
})
export type EndOfShift = z.output<typeof endOfShift.response>

export const endOfShiftFile = call({
  path: '/api/report/end-of-shift/file',
  request: z.extend(shiftRequest, { type: z._default(z.enum(EXPORT_TYPES), 'Excel') }),
  response: z.unknown(),
  answers: 'blob',
  summary: 'What a shift came to, as a file.',
  ...onlySupervisors,
})

export const endOfShiftMail = call({
  path: '/api/report/end-of-shift/mail',
  request: shiftRequest,
  response: report,
  summary:
    'What is mailed of this area, manager, project and shift, whatever the day: it is scheduled like a saved report, and made where there is none yet.',
  ...onlySupervisors,
})

export const shiftRooms = call({
  path: '/api/report/end-of-shift/rooms',
  request: noPayload,
  response: z.object({ rooms: z.array(z.object({ id: recordID, name: z.string() })) }),
  summary: 'The rooms that the caller can send a report to.',
  ...onlySupervisors,
})

export const sendEndOfShift = call({
  path: '/api/report/end-of-shift/send',
  request: z.extend(shiftRequest, { roomID: recordID }),
  response: done,
  summary: 'Sends what a shift came to to a room.',
  ...onlySupervisors,
  permission: { allOf: ['ISUPERVISOR_CAN_SEE_REPORTS', 'GENERAL_CAN_USE_TEAM_CHAT'] },
})
