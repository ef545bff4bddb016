import type { DaySummary } from '#shared/contract/summary.ts'
import { clockTime } from '#shared/domain/chat-days.ts'
import type { SummaryWidget } from '#shared/domain/summary-grid.ts'

/** A line of a widget: what, and when or in which state. */
export interface WidgetLine {
  readonly key: string
  readonly text: string
  readonly note: string
  /** The task that the line leads to. */
  readonly taskID?: number
}

type Line = Omit<WidgetLine, 'key'>

/** 'SIGNED IN' reads 'Signed in'. */
const inWords = (name: string): string => {
  const words = name.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
const span = ({ title, from, to }: { title: string; from: string; to: string }): Line => ({
  text: title,
  note: `${clockTime(from)} – ${clockTime(to)}`,
})
const record = ({ title, status }: { title: string; status: string }): Line => ({ text: title, note: status })

const LINES: Readonly<Record<SummaryWidget, (day: DaySummary) => readonly Line[]>> = {
  Holiday: ({ holiday }) => holiday.map(span),
  Calendar: ({ calendar }) => calendar.map(span),
  AppHistory: ({ appHistory }) =>
    appHistory.map(({ app, entryTime }) => ({ text: app, note: clockTime(entryTime) })),
  ActivityHistory: ({ activityHistory }) =>
    activityHistory.map(({ activity, time }) => ({ text: inWords(activity), note: clockTime(time) })),
  QCSummary: ({ qc }) => qc.map(record),
  TicketSummary: ({ tickets }) => tickets.map(record),
  TaskSummary: ({ tasks }) =>
    tasks.map(({ id, ...task }) => ({ ...record(task), ...(id !== undefined && { taskID: id }) })),
}

/** What a widget lists of the day. */
export function linesOf(widget: SummaryWidget, day: DaySummary): readonly WidgetLine[] {
  return LINES[widget](day).map((line, place) => ({ ...line, key: `${place} ${line.text}` }))
}
