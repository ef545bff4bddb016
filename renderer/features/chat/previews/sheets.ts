/** A sheet as lines of cells, as they are shown. */
export interface Sheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  /** Whether there is more than is shown. */
  readonly isCut: boolean
}

/** As much of a sheet as is drawn. */
const SHEET_ROWS_MAX = 500
export const SHEET_COLUMNS_MAX = 60
const SHEETS_MAX = 50

/**
 * The sheets of a workbook (xlsx, xls, ods, csv, tsv) as texts: no formula is worked out and nothing of
 * the file is ever markup.
 * @throws what the library throws for what is no workbook
 */
export async function readSheets(blob: Blob, fileName: string): Promise<readonly Sheet[]> {
  const { read, utils } = await import('@e965/xlsx')
  const isText = /\.(csv|tsv)$/i.test(fileName)
  const limits = { dense: true, cellFormula: false, cellHTML: false, cellNF: false } as const
  const options = { ...limits, cellStyles: false, bookVBA: false, sheetRows: SHEET_ROWS_MAX + 1 } as const
  // A text says nothing of its encoding; everything here writes UTF-8.
  const book = isText
    ? read(await blob.text(), { ...options, type: 'string', raw: true })
    : read(await blob.arrayBuffer(), { ...options, type: 'array' })
  return book.SheetNames.slice(0, SHEETS_MAX).map((name) => {
    const sheet = book.Sheets[name]
    const lines = sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false, defval: '' }) : []
    const shown = lines.slice(0, SHEET_ROWS_MAX)
    const widest = Math.max(0, ...lines.map((line) => line.length))
    return {
      name,
      rows: shown.map((line) => line.slice(0, SHEET_COLUMNS_MAX).map((cell) => String(cell ?? ''))),
      isCut: lines.length > SHEET_ROWS_MAX || widest > SHEET_COLUMNS_MAX,
    }
  })
}

/** A column's name: A, B … Z, AA … */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}
