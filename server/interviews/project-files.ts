import { DIMENSION, PROJECT_FILES, type ProjectFileKind } from '#shared/domain/project-files.ts'
import { RECORD_FILE_MAX_BYTES, RECORD_FILE_MAX_ROWS } from '#shared/domain/record-files.ts'
import { columnsOf } from '../people/import/columns-of.ts'
import { readTable } from '../people/import/read-table.ts'
import type { FileRecord } from './record-files.ts'

export interface ProjectFile {
  readonly headings: readonly string[]
  readonly columns: readonly (string | null)[]
  readonly missing: readonly string[]
  readonly records: readonly FileRecord[]
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/
const BRITISH_DAY = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/

/** A day as a file has it, as YYYY-MM-DD; what isn't understood stays as it is. */
export function dayOfText(text: string): string {
  const [iso] = ISO_DAY.exec(text) ?? []
  if (iso !== undefined) return iso
  const [, day, month, year] = BRITISH_DAY.exec(text) ?? []
  if (day === undefined || month === undefined) return text
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** A number as a file has it, '1,200' and '1,5' among them; what is none stays as it is. */
export function amountOfText(text: string): number | string {
  const number = Number(THOUSANDS.test(text) ? text.replaceAll(',', '') : text.replace(',', '.'))
  return Number.isNaN(number) ? text : number
}

const DAYS: readonly string[] = ['start', 'end']
const AMOUNTS: readonly string[] = ['targetCompletes', 'interviewsPerHour', 'expectedMinutes', 'target']

function cellValue(field: string, text: string): unknown {
  if (text === '') return undefined
  if (DAYS.includes(field)) return dayOfText(text)
  return AMOUNTS.includes(field) ? amountOfText(text) : text
}

/** What the columns are: fields, and of quota cells dimensions, each of another name. */
function fieldsOf(
  kind: ProjectFileKind,
  headings: readonly string[],
  mapping: string | undefined,
): (string | null)[] {
  const { fields } = PROJECT_FILES[kind]
  const columns = columnsOf(fields, headings, mapping)
  if (kind === 'PROJECT_TARGETS') return columns
  const given = mapping?.split(',')
  const names = new Set(Object.keys(fields))
  return columns.map((field, at) => {
    if (field !== null) return field
    const heading = headings[at] ?? ''
    const isOne = given ? given[at] === DIMENSION : true
    if (!isOne || heading === '' || names.has(heading)) return null
    names.add(heading)
    return DIMENSION
  })
}

/**
 * Reads a file of projects with their targets, or of quota cells (spec 4 §3.3).
 * @param mapping fields of the columns, with commas between; absent: by their headings
 * @throws Refusal 400 where it is no such file, or too large
 */
export function readProjectFile(
  kind: ProjectFileKind,
  bytes: Uint8Array,
  mapping: string | undefined,
): ProjectFile {
  const { headings, rows } = readTable(bytes, { bytes: RECORD_FILE_MAX_BYTES, rows: RECORD_FILE_MAX_ROWS })
  const columns = fieldsOf(kind, headings, mapping)
  const records = rows.flatMap((cells, place) => {
    // A blank line is no record.
    if (columns.every((field, at) => field === null || (cells[at] ?? '').trim() === '')) return []
    const record = Object.fromEntries(
      columns.flatMap((field, at) => {
        if (field === null) return []
        const text = (cells[at] ?? '').trim()
        // An empty dimension says that the cell has none.
        return [field === DIMENSION ? [headings[at], text] : [field, cellValue(field, text)]]
      }),
    )
    return { row: place + 2, record }
  })
  const { needed } = PROJECT_FILES[kind]
  return { headings, columns, records, missing: needed.filter((field) => !columns.includes(field)) }
}
