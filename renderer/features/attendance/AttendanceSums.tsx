import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { AttendedDay } from '#shared/contract/attendance.ts'
import {
  type AttendanceSpan,
  type AttendanceTotals,
  attendanceSpans,
  attendanceTotals,
} from '#shared/domain/attendance-sums.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import styles from './Attendance.module.css'
import { lengthInWords, ATTENDANCE_TEXT as TEXT } from './text.ts'

const WEEK = dateFormat({ day: 'numeric', month: 'short', timeZone: LONDON })
const MONTH = dateFormat({ month: 'short', year: 'numeric', timeZone: LONDON })
const percent = (value: number | null) => (value === null ? '–' : `${Math.round(value)} %`)
const lengthOf = (seconds: number) => (seconds === 0 ? '–' : lengthInWords(seconds))

const COLUMNS: readonly (readonly [label: string, text: (totals: AttendanceTotals) => string])[] = [
  [TEXT.daysIn, ({ days }) => numberText(days)],
  [TEXT.worked, ({ workedSeconds }) => lengthInWords(workedSeconds)],
  [TEXT.paid, ({ paidHours }) => TEXT.paidHours(numberText(paidHours))],
  [TEXT.late, ({ late }) => (late === 0 ? '–' : numberText(late))],
  [TEXT.leftEarly, ({ leftEarly }) => (leftEarly === 0 ? '–' : numberText(leftEarly))],
  [TEXT.breakOver, ({ breakOverSeconds }) => lengthOf(breakOverSeconds)],
  [TEXT.personal, ({ personalSeconds }) => lengthOf(personalSeconds)],
  [TEXT.systemIssues, ({ systemIssueSeconds }) => lengthOf(systemIssueSeconds)],
  [TEXT.excused, ({ excusedSeconds }) => lengthOf(excusedSeconds)],
  [TEXT.out, ({ outSeconds }) => lengthOf(outSeconds)],
  [TEXT.adherence, ({ adherence }) => percent(adherence)],
  [TEXT.conformance, ({ conformance }) => percent(conformance)],
  [TEXT.punctuality, ({ punctuality }) => percent(punctuality)],
]

/** Sums of weeks or months, and how adherence and punctuality went (spec 4 §4.2.5). */
export function AttendanceSums({ days }: { readonly days: readonly AttendedDay[] }) {
  const [by, setBy] = useState<AttendanceSpan>('WEEK')
  const nameOf = (start: number) => (by === 'WEEK' ? WEEK : MONTH).format(start)
  const spans = attendanceSpans(days, by).map(({ start, days: own }) => ({
    name: nameOf(start),
    totals: attendanceTotals(own),
  }))
  const total = attendanceTotals(days)
  const rows = [...spans, { name: TEXT.allDays, totals: total }]
  return (
    <section className={styles.sums} aria-label={TEXT.sums}>
      <header>
        <h3>{TEXT.sums}</h3>
        <NativeSelect
          size="xs"
          aria-label={TEXT.sumsBy}
          value={by}
          data={(['WEEK', 'MONTH'] as const).map((value) => ({ value, label: TEXT.spans[value] }))}
          onChange={({ currentTarget }) => setBy(currentTarget.value as AttendanceSpan)}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.sumsBox} tabIndex={0} aria-label={TEXT.spans[by]}>
        <table>
          <thead>
            <tr>
              <th scope="col">{TEXT.spanName[by]}</th>
              {COLUMNS.map(([label]) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, totals }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {COLUMNS.map(([label, text]) => (
                  <td key={label}>{text(totals)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Chart
        kind="line"
        title={TEXT.trend}
        summary={TEXT.trendSummary(percent(total.adherence), percent(total.punctuality))}
        rowLabel={TEXT.spanName[by]}
        series={[
          { key: 'adherence', label: TEXT.adherence, colour: 'var(--fw-primary)' },
          { key: 'punctuality', label: TEXT.punctuality, colour: 'var(--mantine-color-orange-6)' },
        ]}
        rows={spans.toReversed().map(({ name, totals: { adherence, punctuality } }) => ({
          name,
          values: { adherence, punctuality },
        }))}
        format={percent}
      />
    </section>
  )
}
