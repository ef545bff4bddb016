import * as z from 'zod/mini'
import {
  REPORT_FIGURES,
  REPORT_FORMATS,
  REPORT_LEVELS_MAX,
  REPORT_MEASURES_MAX,
  REPORT_NAME_MAX,
  REPORT_RHYTHMS,
  REPORT_STEPS,
  type ReportFigure,
  type ReportRhythm,
  type ReportStep,
} from '../domain/reports.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'
import { recordFilter, recordSort, recordVersion, seenRecord } from './records.ts'

const spec = '5 §5.6'
const permission = 'ADMIN_CAN_BUILD_REPORTS'
const about = { spec, permission } as const

const fieldName = z.string().check(z.minLength(1), z.maxLength(60))
const steps = Object.keys(REPORT_STEPS) as ReportStep[]
const figures = Object.keys(REPORT_FIGURES) as ReportFigure[]
const rhythms = Object.keys(REPORT_RHYTHMS) as ReportRhythm[]

const reportField = z.object({ field: fieldName, step: z._default(z.nullable(z.enum(steps)), null) })

/** What a report says (spec 4 §2.4); in a list report the rows are its levels. */
const definition = z.object({
  source: fieldName,
  rows: z._default(z.array(reportField).check(z.maxLength(REPORT_LEVELS_MAX)), []),
  columns: z._default(z.array(reportField).check(z.maxLength(60)), []),
  measures: z._default(
    z
      .array(z.object({ figure: z.enum(figures), field: z._default(z.nullable(fieldName), null) }))
      .check(z.maxLength(REPORT_MEASURES_MAX)),
    [],
  ),
  filters: z._default(z.array(recordFilter).check(z.maxLength(50)), []),
  sort: z._default(z.array(recordSort).check(z.maxLength(3)), []),
})

const value = z.nullable(z.union([z.string(), z.number()]))

const schedule = z.object({
  every: z.enum(rhythms),
  /** Of a week 0 (Sunday) to 6, of a month 1 to 31; 0 of a day. */
  day: z.int().check(z.minimum(0), z.maximum(31)),
  /** London's clock. */
  at: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  format: z._default(z.enum(REPORT_FORMATS), 'Excel'),
})

const report = z.object({
  id: recordID,
  version: recordVersion,
  name: z.string(),
  ownerID: userID,
  ownerName: z.string(),
  isMine: z.boolean(),
  isShared: z.boolean(),
  /** Roles that it is shared with, where it isn't with everybody. */
  roleIDs: z.array(recordID),
  definition,
  schedule: z.nullable(
    z.extend(schedule, {
      nextAt: timestamp,
      /** Why it doesn't run; null while it does. */
      paused: z.nullable(z.string()),
      recipients: z.array(z.object({ userID, displayName: z.string() })),
    }),
  ),
  changedAt: timestamp,
})
export type SavedReport = z.output<typeof report>

const kinds = ['text', 'number', 'day', 'moment', 'choice', 'yesNo'] as const
const column = z.object({
  field: z.string(),
  label: z.string(),
  kind: z.enum(kinds),
  choices: z.optional(z.record(z.string(), z.string())),
})

export const reportDefinitions = call({
  path: '/api/admin/reports/definitions',
  request: noPayload,
  response: z.object({
    /** Kinds of records whose page the caller may open, with the columns that they may see there. */
    sources: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        columns: z.array(z.extend(column, { isExtra: z.boolean() })),
      }),
    ),
    /** The caller's own and those shared with them. */
    reports: z.array(report),
    /** Roles that a report can be shared with. */
    roles: z.array(z.object({ id: recordID, name: z.string() })),
  }),
  summary: 'The reports that the caller has or that are shared with them, and what one can be made of.',
  ...about,
})

export const saveReport = call({
  path: '/api/admin/reports/save',
  request: z.object({
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(REPORT_NAME_MAX)),
    definition,
    /** With everybody who builds reports. */
    isShared: z._default(z.boolean(), false),
    roleIDs: z._default(z.array(recordID).check(z.maxLength(100)), []),
  }),
  response: report,
  summary: 'Makes a report, or changes one of the caller’s as it was seen.',
  ...about,
})

export const deleteReport = call({
  path: '/api/admin/reports/delete',
  request: seenRecord,
  response: done,
  summary: 'Deletes a report of the caller’s, with its schedule and results.',
  ...about,
  extension: true,
})

const shown = z.object({
  columns: z.array(column),
  levels: z.array(z.extend(column, { step: z.nullable(z.enum(steps)) })),
  measures: z.array(z.object({ label: z.string(), kind: z.enum(kinds), figure: z.enum(figures) })),
  lines: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('GROUP'),
        /** Values of all levels down to this one: yes and no are 1 and 0, moments in milliseconds since 1970. */
        path: z.array(value),
        count: z.int(),
        figures: z.array(value),
      }),
      z.object({ kind: z.literal('RECORD'), id: recordID, values: z.array(value) }),
    ]),
  ),
  total: z.object({ count: z.int(), figures: z.array(value) }),
  /** Lines in all, of which `lines` are a part. */
  lineCount: z.int(),
  /** Whether more records match than a preview reads, so that its figures are of a part. */
  isPartial: z.boolean(),
  /** Whether the definition names something that the viewer may not see, and that is left out. */
  isNarrowed: z.boolean(),
  asOf: timestamp,
})
export type ShownReport = z.output<typeof shown>

export const previewReport = call({
  path: '/api/admin/reports/preview',
  request: z.object({ definition }),
  response: shown,
  summary: 'A report as it is now, with its first 100 lines.',
  ...about,
})

const page = z._default(z.int().check(z.positive(), z.maximum(100_000)), 1)
const path = z._default(z.array(value).check(z.maxLength(REPORT_LEVELS_MAX)), [])
const records = z.object({
  columns: z.array(column),
  rows: z.array(z.object({ id: recordID, values: z.array(value) })),
  total: z.int(),
})
export type ReportRecords = z.output<typeof records>

export const reportRecords = call({
  path: '/api/admin/reports/records',
  request: z.object({ definition, path, page }),
  response: records,
  summary: 'The records that a number of a report was made of, 100 at a time.',
  ...about,
  extension: true,
})

const run = z.object({
  id: recordID,
  reportID: recordID,
  name: z.string(),
  ranBy: z.string(),
  isScheduled: z.boolean(),
  state: z.enum(['RUNNING', 'READY', 'FAILED', 'EXPIRED']),
  startedAt: timestamp,
  endedAt: z.nullable(timestamp),
  expiresAt: z.nullable(timestamp),
  /** Records read so far, and how many there are. */
  done: z.int(),
  total: z.int(),
  format: z.enum(REPORT_FORMATS),
  /** Why it failed; '' else. */
  fault: z.string(),
  fetched: z.array(z.object({ displayName: z.string(), at: timestamp })),
})
export type ReportRun = z.output<typeof run>

export const runReport = call({
  path: '/api/admin/reports/run',
  request: z.object({ id: recordID, format: z._default(z.enum(REPORT_FORMATS), 'Excel') }),
  response: run,
  summary: 'Runs a report in the background, by the caller’s rights.',
  ...about,
})

export const scheduleReport = call({
  path: '/api/admin/reports/schedule',
  request: z.extend(seenRecord, {
    /** Null ends it. One that was paused goes on. */
    schedule: z.nullable(
      z.extend(schedule, { recipients: z._default(z.array(userID).check(z.maxLength(100)), []) }),
    ),
  }),
  response: report,
  summary: 'Says when a report of the caller’s runs by itself, and who is told of the results.',
  ...about,
})

export const reportResults = call({
  path: '/api/admin/reports/results',
  request: z.object({ id: recordID }),
  response: z.object({ runs: z.array(run) }),
  summary: 'Runs of a report, the newest first, with who fetched what they made.',
  ...about,
})

export const reportResult = call({
  path: '/api/admin/reports/result',
  request: z.object({ runID: recordID, page }),
  response: z.object({ run, result: z.nullable(shown) }),
  summary: 'What a run made, as its viewer may see it now, 200 lines at a time; good for 7 days.',
  ...about,
  extension: true,
})

export const reportResultRecords = call({
  path: '/api/admin/reports/result-records',
  request: z.object({ runID: recordID, path, page }),
  response: records,
  summary: 'The records that a number of a result was made of, as the viewer may see them, 100 at a time.',
  ...about,
  extension: true,
})

export const downloadReport = call({
  path: '/api/admin/reports/download',
  request: z.object({ runID: recordID, format: z.optional(z.enum(REPORT_FORMATS)) }),
  response: z.unknown(),
  answers: 'blob',
  summary: 'The file of a result, as its viewer may see it now.',
  ...about,
  extension: true,
})
