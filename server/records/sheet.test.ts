import { read as readWorkbook } from '@e965/xlsx'
import { expect, test } from 'vitest'
import type { Column } from '#shared/records/record.ts'
import { csvOf, workbookOf } from './sheet.ts'

const COLUMNS: Column[] = [
  { kind: 'text', label: 'Name' },
  { kind: 'number', label: 'Change' },
]

test.each(['=', '+', '-', '@', '\t', '\r'])(
  'D018 a text that begins with %j is a text in both files, a number stays one',
  (sign) => {
    const text = `${sign}1+1`
    const sheet = { name: 'Rows', columns: COLUMNS, rows: [[text, -5]] }
    const [line = ''] = new TextDecoder().decode(csvOf(sheet)).split('\r\n').slice(1, 2)
    expect(line).toBe(sign === '\r' ? `"'${text}",-5` : `'${text},-5`)
    const book = readWorkbook(workbookOf(sheet, 'Company')).Sheets.Rows
    expect([book?.A2?.t, book?.A2?.f]).toEqual(['s', undefined])
    expect(book?.A2?.v).toBe(text)
    expect([book?.B2?.t, book?.B2?.v]).toEqual(['n', -5])
  },
)
