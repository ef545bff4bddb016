import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read as readWorkbook } from '@e965/xlsx'
import { expect, onTestFinished, test } from 'vitest'
import type { Column } from '#shared/records/record.ts'
import { writeZip } from '../privacy/zip.ts'
import { xlsxEntries } from './xlsx.ts'

test('D018 D019 a prepared workbook is one: texts are texts, days and moments dates, choices their names, all portions in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'xlsx-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const columns: Column[] = [
    { kind: 'text', label: 'Name <&>' },
    { kind: 'moment', label: 'Started' },
    { kind: 'day', label: 'Day' },
    { kind: 'number', label: 'Hours' },
    { kind: 'choice', label: 'Kind', choices: { A: 'First' } },
    { kind: 'yesNo', label: 'Late' },
  ]
  async function* portions() {
    yield [['=1+1', Date.UTC(2026, 4, 4, 11, 58), '2026-05-04', 0.5, 'A', 1]]
    yield [['a "b" <c> & \u0001', null, null, null, null, 0]]
  }
  const path = join(folder, 'a.xlsx')
  await writeZip(
    path,
    xlsxEntries({ name: 'Sessions: all', company: 'A & B', columns }, portions()),
    new Date(0),
  )
  const book = readWorkbook(readFileSync(path))
  expect([book.Props?.Company, book.SheetNames]).toEqual(['A & B', ['Sessions  all']])
  const sheet = book.Sheets['Sessions  all']
  expect(sheet?.A1?.v).toBe('Name <&>')
  expect([sheet?.A2?.t, sheet?.A2?.v, sheet?.A2?.f]).toEqual(['s', '=1+1', undefined])
  expect([sheet?.B2?.w, sheet?.C2?.w]).toEqual(['04/05/2026 12:58', '04/05/2026'])
  expect([sheet?.D2?.v, sheet?.E2?.v, sheet?.F2?.v]).toEqual([0.5, 'First', 'Yes'])
  expect([sheet?.A3?.v, sheet?.F3?.v]).toEqual(['a "b" <c> & ', 'No'])
})
