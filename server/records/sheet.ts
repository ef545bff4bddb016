import { utils, write } from '@e965/xlsx'
import { londonField } from '#shared/domain/london-time.ts'
import type { Column } from '#shared/records/record.ts'

export type SheetRow = readonly (string | number | null)[]

/** Rows of a file: its headings, and its values in the columns' order. */
export interface Sheet {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: readonly SheetRow[]
}

/** What makes a spreadsheet take a text for a formula, at its beginning (spec 4 §1.6). */
const RUNS = /^'*[=+\-@\t\r]/

/** Days from 1899-12-30, which spreadsheets count from, to 1970. */
const EPOCH_DAYS = 25_569
const DAY_MS = 86_400_000

/** A value as a person reads it: a choice by its name, yes or no; days and moments by London's clock, ISO 8601. */
export function written(value: string | number | null, { kind, choices = {} }: Column): string | number {
  if (value === null) return ''
  if (kind === 'yesNo') return value === 1 ? 'Yes' : 'No'
  if (kind === 'choice') return choices[String(value)] ?? value
  return kind === 'moment' ? londonField(Number(value)) : value
}

function csvCell(value: string | number): string {
  const text = typeof value === 'string' && RUNS.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Comma, quotes doubled, UTF-8 with its byte-order mark (spec 4 §1.6). */
export function csvOf({ columns, rows }: Sheet): Uint8Array {
  const head = columns.map(({ label }) => csvCell(label)).join(',')
  return new TextEncoder().encode(`\uFEFF${head}\r\n${csvLines(columns, rows)}`)
}

/** Rows as lines, each with its end. */
export const csvLines = (columns: readonly Column[], rows: readonly SheetRow[]): string =>
  rows
    .map(
      (row) =>
        `${row.map((value, place) => csvCell(written(value, columns[place] as Column))).join(',')}\r\n`,
    )
    .join('')

/** The same of texts, by their headings. */
export const csvOfTexts = (labels: readonly string[], rows: readonly (readonly string[])[]): Uint8Array =>
  csvOf({ name: '', columns: labels.map((label): Column => ({ kind: 'text', label })), rows })

/** The same as a text, with its mark. */
export const textOfCsv = (labels: readonly string[], rows: readonly (readonly string[])[]): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(csvOfTexts(labels, rows))

/** An Excel workbook of one sheet. Texts are texts, whatever they begin with; days and moments are dates. Its properties name the company. */
export function workbookOf({ name, columns, rows }: Sheet, company: string): Uint8Array {
  const cell = (value: string | number | null, column: Column) => {
    if (value === null) return null
    if (column.kind === 'moment' || column.kind === 'day') {
      const wall = Date.parse(column.kind === 'day' ? String(value) : `${londonField(Number(value))}Z`)
      return {
        t: 'n',
        v: wall / DAY_MS + EPOCH_DAYS,
        z: column.kind === 'day' ? 'dd/mm/yyyy' : 'dd/mm/yyyy hh:mm',
      }
    }
    const v = written(value, column)
    return typeof v === 'number' ? { t: 'n', v } : { t: 's', v }
  }
  const sheet = utils.aoa_to_sheet([
    columns.map(({ label }) => ({ t: 's', v: label })),
    ...rows.map((row) => row.map((value, place) => cell(value, columns[place] as Column))),
  ])
  sheet['!cols'] = columns.map(({ width = 10 }) => ({ wch: Math.max(10, width * 1.6) }))
  const book = utils.book_new()
  book.Props = { Company: company }
  // A sheet's name has 31 characters, and none of these.
  utils.book_append_sheet(book, sheet, name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31))
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer)
}
