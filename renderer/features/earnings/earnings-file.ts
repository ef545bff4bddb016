import type { Earnings } from '#shared/contract/earnings.ts'
import { DAY_STATE_WORDS } from '#shared/domain/attendance-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { hoursText } from '#shared/domain/earnings.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { DownloadedFile } from '../../services/http/api-client.ts'
import { TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
/** So that spreadsheets read it as UTF-8. */
const MARK = '\uFEFF'

const money = (pence: number | null) => (pence === null ? '' : (pence / 100).toFixed(2))
const hours = (seconds: number) => hoursText(seconds / 3600)

/** The period as a table: numbers and words of ours alone, so nothing in it is a formula. */
export function earningsFile({ period, days, lines }: Earnings): DownloadedFile {
  const is = period.state === 'APPROVED' ? TEXT.final : TEXT.estimate
  const rows = [
    TEXT.file,
    ...days
      .toReversed()
      .map((day) => [
        day.date,
        [day.scheduledStart, day.scheduledEnd]
          .flatMap((at) => (at === null ? [] : TIME.format(Date.parse(at))))
          .join('–'),
        ...[hours(day.workedSeconds), hours(day.breakOverSeconds), hoursText(day.paidHours)],
        money(day.rate === null ? null : day.rate * day.multiplier),
        hoursText(day.overtimeHours),
        money(day.rate === null ? null : day.rate * day.overtimeMultiplier),
        ...[money(day.bonus), money(day.amount), DAY_STATE_WORDS[day.state], is],
      ]),
    ...lines.map(({ date, element, hours: own, amount }) => [
      ...[date, '', '', '', hoursText(own), '', '', '', ''],
      ...[money(amount), TEXT.elements[element], is],
    ]),
  ]
  const text = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n')
  return {
    fileName: TEXT.fileName(period.from),
    blob: new Blob([`${MARK}${text}\r\n`], { type: 'text/csv;charset=utf-8' }),
  }
}
