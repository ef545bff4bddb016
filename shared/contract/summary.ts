import * as z from 'zod/mini'
import { gridProblem, SUMMARY_WIDGETS } from '../domain/summary-grid.ts'
import { appHistoryEntry } from './app-history.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'

const tracks = z.string().check(z.maxLength(200), z.regex(/^[\w.%(), ]+$/))

const grid = {
  gridTemplateColumns: tracks,
  gridTemplateRows: tracks,
  /** Rows of quoted widget names, as in CSS `grid-template-areas` (spec 3 §3). */
  gridArea: z.string().check(z.maxLength(2000)),
}

export const summaryGrid = z.object({ ...grid, enable: z.boolean() })
export type SummaryGrid = z.output<typeof summaryGrid>

export const getGridSetting = call({
  path: '/api/logout/summary/get-grid-setting',
  request: noPayload,
  response: summaryGrid,
  summary: "The layout of the person's summary of the day, and whether the installation shows one.",
  spec: '3 §7',
})

export const saveGridSetting = call({
  path: '/api/logout/summary/save-grid-setting',
  request: z.object(grid).check(
    z.refine((value) => gridProblem(value) === null, {
      error: `A layout has 1 to 6 columns and rows of ${SUMMARY_WIDGETS.join(', ')}.`,
    }),
  ),
  response: done,
  summary: "Keeps a layout of the person's summary.",
  spec: '3 §7',
})

export const resetGridSetting = call({
  path: '/api/logout/summary/reset-grid-setting',
  request: noPayload,
  response: done,
  summary: 'Goes back to the layout that comes with the installation.',
  spec: '3 §7',
})

/** A record in a summary: its title and status. */
const summaryRecord = z.object({ title: z.string(), status: z.string() })

/** A calendar event; a whole day lasts from midnight to midnight by London's clock. */
const summaryEvent = z.object({ title: z.string(), from: timestamp, to: timestamp, isAllDay: z.boolean() })

/** What happened today. A list is empty where the person may not see it. */
export const daySummary = z.object({
  holiday: z.array(summaryEvent),
  calendar: z.array(summaryEvent),
  appHistory: z.array(appHistoryEntry),
  activityHistory: z.array(z.object({ activity: z.string(), time: timestamp })),
  qc: z.array(summaryRecord),
  tickets: z.array(summaryRecord),
  /** With their ids, by which they are opened. */
  tasks: z.array(z.extend(summaryRecord, { id: z.optional(recordID) })),
})
export type DaySummary = z.output<typeof daySummary>

export const today = call({
  path: '/api/logout/summary/today',
  request: z.object({ since: timestamp }),
  response: daySummary,
  summary: 'What the person did since that time, which is the start of their day; not more than two days.',
  spec: '3 §2',
  extension: true,
})
