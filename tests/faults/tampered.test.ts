import { expect, test } from 'vitest'
import { randomFrom } from '#shared/domain/random.ts'
import { type AuditRow, checkChain } from '../../server/audit/chain.ts'
import { COLUMNS, endOf, rechained, SEALS, untouched } from '../../server/audit/testing/chain-fixture.ts'
import { whole } from '../whole.ts'

const TAMPERINGS = whole(600, 10_000)

test(`A119 ${TAMPERINGS} random tamperings are all found`, async () => {
  const random = randomFrom(19)
  const upTo = (count: number) => Math.floor(random() * count)
  const rows = untouched(24)
  const end = endOf(rows)
  const missed: unknown[] = []
  const kinds = new Set<string>()
  for (let turn = 0; turn < TAMPERINGS; turn++) {
    let changed: AuditRow[] = rows.map((row) => ({ ...row }))
    const [way, place, other] = [upTo(7), upTo(24), upTo(24)]
    const row = changed[place] as AuditRow
    if (way === 0) changed.splice(place, 1)
    if (way === 1) changed.splice(place)
    if (way === 2 || way === 3) {
      const column = [...COLUMNS, ...SEALS][upTo(COLUMNS.length + SEALS.length)] as 'label'
      const was = row[column] as unknown
      Object.assign(row, { [column]: typeof was === 'number' ? was + 1 + upTo(9) : `${was}${upTo(9)}` })
      if (way === 3) changed = rechained(changed, place)
    }
    if (way === 4 && place !== other) {
      const to = changed[other] as AuditRow
      ;[row.sequence, to.sequence] = [to.sequence, row.sequence]
      changed.sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
    }
    if (way === 5) changed.splice(place, 0, { ...row, id: 100 + turn })
    if (way === 6) {
      changed.splice(place, 1)
      changed = rechained(
        changed.map((one, at) => ({ ...one, sequence: at + 1 })),
        place,
      )
    }
    if (JSON.stringify(changed) === JSON.stringify(rows)) continue
    const verdict = await checkChain(changed, { end, roots: [] })
    if (verdict.isWhole) missed.push({ way, place, other })
    else kinds.add(verdict.kind)
  }
  expect(missed).toEqual([])
  expect([...kinds].sort()).toEqual(['CUT_OFF', 'EDITED', 'MISSING', 'REORDERED'])
})
