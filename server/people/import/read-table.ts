import { read, utils } from '@e965/xlsx'
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '#shared/domain/people-import.ts'
import { Refusal } from '../../refusal.ts'

/** How much a file may have, and whether its times are of interest or its days alone. */
export interface TableLimits {
  readonly bytes: number
  readonly rows: number
  readonly hasTimes?: boolean
}
const PEOPLE: TableLimits = { bytes: IMPORT_MAX_BYTES, rows: IMPORT_MAX_ROWS }

/** A file's headings and rows, as texts; each row is as long as the headings. */
export interface Table {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const startsWith = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte)

/** The text of a file by its first bytes: UTF-8, UTF-16 or, where it is neither, Windows-1252 (spec 5 §3.3). */
export function textOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  // Without a mark, a heading's first letter has a zero beside it.
  if (bytes[1] === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Comma, semicolon or tab: which the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map([',', ';', '\t'].map((one) => [one, 0]))
  let isQuoted = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === '\n' || letter === '\r')) break
    else if (!isQuoted && counts.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  let most = ','
  for (const [one, count] of counts) if (count > (counts.get(most) ?? 0)) most = one
  return most
}

/** Takes off the sign that keeps a spreadsheet from running a text (server/records/sheet.ts). */
const unguarded = (text: string) => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text)

const textOfCell = (value: unknown, hasTimes = false): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, hasTimes ? 19 : 10)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}

function cellsOf(bytes: Uint8Array, rows: number): { cells: unknown[][]; isText: boolean } {
  const isWorkbook = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)
  if (!isWorkbook && bytes.slice(0, 512).includes(0) && !/[\w,;\t]/.test(textOf(bytes.slice(0, 64))))
    throw new Refusal(400, 'import.notAFile')
  // One row more than may be is enough to say that there are too many.
  const limit = { sheetRows: rows + 2 }
  try {
    const text = isWorkbook ? '' : textOf(bytes)
    const book = isWorkbook
      ? read(bytes, { type: 'array', cellDates: true, UTC: true, sheets: 0, cellFormula: false, ...limit })
      : read(text, { type: 'string', raw: true, FS: separatorOf(text), ...limit })
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    if (!sheet) throw new Refusal(400, 'import.empty')
    const options = { header: 1, blankrows: true, defval: '', raw: true, UTC: true } as const
    return { cells: utils.sheet_to_json<unknown[]>(sheet, options), isText: !isWorkbook }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(400, 'import.notAFile')
  }
}

/**
 * Reads a CSV file or the first sheet of a workbook. Every cell is a text: nothing is computed.
 * @throws Refusal 400 where it is too large, has too many rows, none, or is no such file
 */
export function readTable(bytes: Uint8Array, limits: TableLimits = PEOPLE): Table {
  if (bytes.length > limits.bytes) throw new Refusal(400, 'import.tooLarge')
  if (bytes.length === 0) throw new Refusal(400, 'import.empty')
  const { cells, isText } = cellsOf(bytes, limits.rows)
  const texts = cells.map((row) =>
    row.map((cell) => (isText ? unguarded(textOfCell(cell)) : textOfCell(cell, limits.hasTimes))),
  )
  const [first = [], ...rest] = texts
  const headings = first.map((heading) => heading.trim())
  while (headings.at(-1) === '') headings.pop()
  while (rest.at(-1)?.every((cell) => cell === '')) rest.pop()
  if (headings.length === 0 || rest.length === 0) throw new Refusal(400, 'import.empty')
  if (rest.length > limits.rows) throw new Refusal(400, 'import.tooMany')
  return { headings, rows: rest.map((row) => headings.map((_, at) => row[at] ?? '')) }
}
