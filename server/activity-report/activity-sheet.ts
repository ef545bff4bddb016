import type { ActivityReport } from '#shared/contract/activity-report.ts'
import { ACTIVITY_NAMES } from '#shared/domain/activity.ts'
import { type ActivityRow, type HoursSum, interviewingShare } from '#shared/domain/activity-report.ts'
import { HOURS_COLUMNS, ROW_LABELS } from '#shared/domain/activity-report-words.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import type { Column } from '#shared/records/record.ts'
import type { Sheet } from '../records/sheet.ts'

/** Decimal hours, without a trace of how computers divide. */
const hours = (seconds: number): number => Number((seconds / 3600).toFixed(4))

/** The report as a sheet in decimal hours, its total last. */
export function activitySheet(by: ActivityRow, { rows, total }: ActivityReport): Sheet {
  const shown = ACTIVITY_NAMES.filter((activity) => total.activities[activity] !== undefined)
  const hasCost = total.cost !== undefined
  const number = (label: string): Column => ({ kind: 'number', label })
  const line = (name: string, sum: HoursSum) => {
    const share = interviewingShare(sum)
    return [
      name,
      ...shown.map((activity) => hours(sum.activities[activity] ?? 0)),
      ...HOURS_COLUMNS.map(({ key }) => (key === 'paidHours' ? sum.paidHours : hours(sum[key]))),
      share === null ? null : Number((share * 100).toFixed(1)),
      ...(hasCost ? [sum.cost === undefined ? null : Number(sum.cost.toFixed(2))] : []),
    ]
  }
  return {
    name: 'Activity report',
    columns: [
      { kind: 'text', label: ROW_LABELS[by], width: 14 },
      ...shown.map((activity) => number(ACTIVITY_LABELS[activity])),
      ...HOURS_COLUMNS.map(({ label }) => number(label)),
      number('Interviewing, %'),
      ...(hasCost ? [number('Cost, £')] : []),
    ],
    rows: [...rows.map(({ name, ...sum }) => line(name, sum)), line('Total', total)],
  }
}
