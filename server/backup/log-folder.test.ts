import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RecordWriter, readRecords } from './log-folder.ts'
import { encodeRecord } from './log-record.ts'

test('A149 a record that does not name the one before it is where reading ends, with its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-records-'))
  const one = (index: number, previous: string) =>
    encodeRecord(
      {
        ...{ generation: 'g', index, at: index, previous, pageSize: 4, databasePages: 1 },
        ...{ salts: [1, 2], end: 32, sums: [3, 4] },
      },
      new Map([[1, Buffer.from('page')]]),
    )
  const first = await one(0, '')
  const read = async (previous: string) => {
    const writer = new RecordWriter(folder)
    await writer.append(0, first.bytes)
    await writer.append(1, (await one(1, previous)).bytes)
    await writer.close()
    const seen: number[] = []
    const records = readRecords(folder)
    for (;;) {
      const { done, value } = await records.next()
      if (done) return { seen, endedAt: value }
      seen.push(value.header.index)
    }
  }
  expect(await read(first.hash)).toEqual({ seen: [0, 1], endedAt: null })
  expect(await read('of another generation')).toEqual({ seen: [0], endedAt: '0000000000.log' })
  rmSync(folder, { recursive: true })
})
