import { OUTCOMES, type Outcome } from '#shared/domain/interviews.ts'
import { momentOfField } from '#shared/domain/london-time.ts'
import {
  missingFields,
  RECORD_FIELDS,
  RECORD_FILE_MAX_BYTES,
  RECORD_FILE_MAX_ROWS,
  type RecordField,
} from '#shared/domain/record-files.ts'
import { columnsOf } from '../people/import/columns-of.ts'
import { readTable } from '../people/import/read-table.ts'
import { Refusal } from '../refusal.ts'

/** A row of a file as a record of an import, with its number as a spreadsheet has it. */
export interface FileRecord {
  readonly row: number
  readonly record: Readonly<Record<string, unknown>>
}

export interface RecordFile {
  readonly headings: readonly string[]
  readonly columns: readonly (RecordField | null)[]
  readonly missing: readonly RecordField[]
  /** Codes of outcomes that nobody said the meaning of. */
  readonly codes: readonly string[]
  readonly records: readonly FileRecord[]
}

const ZONED = /(?:z|[+-]\d{2}:?\d{2})$/i
const ISO_LOCAL = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?$/
const BRITISH = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})[ ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/
const two = (text: string | undefined) => (text ?? '0').padStart(2, '0')

/** A moment as a file has it, London's where it names no zone, as ISO; what isn't understood stays as it is. */
export function momentOf(text: string): string {
  const given = text.trim()
  if (ZONED.test(given)) return given
  const iso = ISO_LOCAL.exec(given)
  const british = BRITISH.exec(given)
  const [, year, month, day, hour, minute, second] = iso ?? [
    ...[undefined, british?.[3], british?.[2], british?.[1], british?.[4], british?.[5], british?.[6]],
  ]
  if (year === undefined) return given
  const at = momentOfField(`${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`)
  return Number.isNaN(at) ? given : new Date(at).toISOString()
}

const isOutcome = (text: string): text is Outcome => OUTCOMES.includes(text as Outcome)

/** What the caller said of codes. @throws Refusal 400 where it is no such thing */
function meaningsOf(json: string | undefined): ReadonlyMap<string, Outcome> {
  if (json === undefined) return new Map()
  try {
    const said = Object.entries(JSON.parse(json) as Record<string, unknown>)
    return new Map(
      said.flatMap(([code, outcome]) =>
        typeof outcome === 'string' && isOutcome(outcome)
          ? [[code.trim().toLowerCase(), outcome] as const]
          : [],
      ),
    )
  } catch {
    throw new Refusal(400, 'import.notAFile')
  }
}

function cellValue(field: RecordField, text: string): unknown {
  if (text === '') return undefined
  if (field === 'start' || field === 'end' || field === 'appointmentTime') return momentOf(text)
  if (field === 'duration' || field === 'attempt') {
    const number = Number(text.replace(',', '.'))
    return Number.isNaN(number) ? text : number
  }
  return text
}

/**
 * Reads a file of interview records (spec 4 §3.3). @param mapping fields of the columns, with commas between
 * @param outcomes JSON: what codes mean
 * @throws Refusal 400 where it is no such file, or too large
 */
export function readRecordFile(
  bytes: Uint8Array,
  { mapping, outcomes }: { readonly mapping?: string | undefined; readonly outcomes?: string | undefined },
): RecordFile {
  const table = readTable(bytes, { bytes: RECORD_FILE_MAX_BYTES, rows: RECORD_FILE_MAX_ROWS, hasTimes: true })
  const columns = columnsOf(RECORD_FIELDS, table.headings, mapping)
  const meanings = meaningsOf(outcomes)
  const codes = new Set<string>()
  const records = table.rows.map((cells, place) => {
    const record: Record<string, unknown> = {}
    for (const [at, field] of columns.entries()) {
      const text = (cells[at] ?? '').trim()
      if (field === null) continue
      if (field !== 'outcome') {
        record[field] = cellValue(field, text)
        continue
      }
      const word = text.toUpperCase().replaceAll(/[\s-]+/g, '_')
      const outcome = meanings.get(text.toLowerCase()) ?? (isOutcome(word) ? word : null)
      if (outcome === null && text !== '') codes.add(text)
      record.outcome = outcome ?? text
    }
    return { row: place + 2, record }
  })
  // A blank line is no record.
  const filled = records.filter(({ record }) =>
    Object.values(record).some((value) => value !== undefined && value !== ''),
  )
  return {
    headings: table.headings,
    columns,
    missing: missingFields(columns),
    codes: [...codes],
    records: filled,
  }
}
