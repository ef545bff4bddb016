import type { Earnings } from '#shared/contract/earnings.ts'
import { DAY_STATE_WORDS } from '#shared/domain/attendance-words.ts'
import { PAY_LINE_WORDS } from '#shared/domain/earnings.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { Sheet } from '../records/sheet.ts'

/** Hours as a spreadsheet adds them up: to so many figures that a sum comes out. */
const hours = (value: number) => Math.round(value * 1e4) / 1e4
const pounds = (pence: number | null) => (pence === null ? null : pence / 100)
const clock = (at: string) => londonField(Date.parse(at)).slice(11)

/** What somebody earned in a pay period: its days from the first on, and below them what is no day's. */
export const earningsSheet = ({ period, days, lines }: Earnings): Sheet => {
  const is = period.state === 'APPROVED' ? 'Final' : 'Estimate'
  return {
    name: 'My earnings',
    columns: [
      { kind: 'day', label: 'Date', width: 8 },
      { kind: 'text', label: 'Shift', width: 8 },
      { kind: 'number', label: 'Worked h' },
      { kind: 'number', label: 'Break over h' },
      { kind: 'number', label: 'Paid h' },
      { kind: 'number', label: 'Rate £' },
      { kind: 'number', label: 'Overtime h' },
      { kind: 'number', label: 'Overtime rate £' },
      { kind: 'number', label: 'Bonus £' },
      { kind: 'number', label: 'Amount £' },
      { kind: 'text', label: 'State', width: 12 },
      { kind: 'text', label: 'Amount is' },
    ],
    rows: [
      ...days.toReversed().map((day) => {
        const rateBy = (multiplier: number) => pounds(day.rate === null ? null : day.rate * multiplier)
        const ends = [day.scheduledStart, day.scheduledEnd].flatMap((at) => (at === null ? [] : clock(at)))
        return [
          ...[day.date, ends.join('–')],
          ...[hours(day.workedSeconds / 3600), hours(day.breakOverSeconds / 3600), hours(day.paidHours)],
          ...[rateBy(day.multiplier), hours(day.overtimeHours), rateBy(day.overtimeMultiplier)],
          ...[pounds(day.bonus), pounds(day.amount), DAY_STATE_WORDS[day.state], is],
        ]
      }),
      ...lines.map(({ date, element, hours: own, amount }) => [
        ...[date, null, null, null, hours(own), null, null, null, null],
        ...[pounds(amount), PAY_LINE_WORDS[element], is],
      ]),
    ],
  }
}
