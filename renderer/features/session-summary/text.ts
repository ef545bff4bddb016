import type { SummaryWidget } from '#shared/domain/summary-grid.ts'

export const SUMMARY_TEXT = {
  /** 'Today's summary', 'Confirm Logout' and 'App usage' are quoted by spec 3 §2. */
  title: "Today's summary",
  confirm: 'Confirm Logout',
  stay: 'Stay logged in',
  close: 'Close',
  loading: 'Loading the summary of your day',
  failed: 'The summary of your day could not be fetched.',
  retry: 'Try again',
  /** Quoted by spec 3 §2. */
  customize: 'Customize grid layout',
} as const

export const WIDGET_TEXT: Readonly<Record<SummaryWidget, { title: string; nothing: string }>> = {
  Holiday: { title: 'Holiday', nothing: 'No holiday today.' },
  Calendar: { title: 'Calendar', nothing: 'Nothing in your calendar today.' },
  AppHistory: { title: 'App usage', nothing: 'You opened nothing today.' },
  ActivityHistory: { title: 'Activity', nothing: 'No activity today.' },
  QCSummary: { title: 'Quality checks', nothing: 'No quality checks today.' },
  TicketSummary: { title: 'Tickets', nothing: 'No open tickets.' },
  TaskSummary: { title: 'Tasks', nothing: 'No open tasks.' },
}

/** The Grid Layout modal; its title, its two refusals and its empty cell are quoted by spec 3 §2, §5, §9. */
export const LAYOUT_TEXT = {
  title: 'Grid Layout',
  columns: 'Columns',
  rows: 'Rows',
  cell: (row: number, column: number) => `Row ${row}, column ${column}`,
  notAssigned: 'Not assigned',
  noneChosen: 'Please select layout',
  someOpen: 'Please select all boxes',
  notRectangles: 'The boxes of a widget have to form one rectangle.',
  save: 'Save',
  reset: 'Reset to default',
  cancel: 'Cancel',
} as const
