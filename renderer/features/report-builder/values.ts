import { dateFormat } from '#shared/domain/date-format.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { groupText, type ReportFigure, type ReportValue, type ShownColumn } from '#shared/domain/reports.ts'

const MOMENT = dateFormat({
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
export const momentOf = (text: string) => MOMENT.format(Date.parse(text))

/** A record's value as a person reads it; a dash where there is none. */
export const valueText = (value: ReportValue, column: ShownColumn): string =>
  value === null || value === '' ? '–' : groupText(value, null, column)

/** A figure as a person reads it. */
export function figureText(
  value: ReportValue,
  { kind, figure }: Pick<ShownColumn, 'kind'> & { readonly figure: ReportFigure },
): string {
  if (value === null) return '–'
  if (kind !== 'number') return groupText(value, null, { kind })
  const places = figure === 'SHARE' ? 10 : 100
  const text = numberText(Math.round(Number(value) * places) / places)
  return figure === 'SHARE' ? `${text} %` : text
}
