import { dateFormat } from '#shared/domain/date-format.ts'
import { numberText, twoPlaces } from '#shared/domain/locale.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import type { Column } from '#shared/records/record.ts'
import { TEXT } from './text.ts'

const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

type Shown = Pick<Column, 'kind' | 'choices'> & { readonly isPounds?: boolean }

/** A value as a person reads it; a dash where there is none. */
export function cellText(value: unknown, { kind, choices = {}, isPounds = false }: Shown): string {
  if (value === null || value === undefined || value === '') return TEXT.none
  switch (kind) {
    case 'number':
      return isPounds ? twoPlaces(Number(value)) : numberText(Number(value))
    case 'choice':
      return choices[String(value)] ?? String(value)
    case 'yesNo':
      return value === true ? TEXT.yes : TEXT.no
    case 'moment':
      return momentText(String(value))
    case 'day':
      return day.format(Date.parse(`${String(value)}T00:00:00Z`))
    default:
      return String(value)
  }
}
