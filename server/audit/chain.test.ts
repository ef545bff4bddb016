import { describe, expect, test } from 'vitest'
import { type AuditRow, type ChainedRow, checkChain, hashAfter, sealedText } from './chain.ts'
import { COLUMNS, chained, endOf, entry, rechained, SEALS, untouched } from './testing/chain-fixture.ts'

describe('A119 the first broken place and its kind', () => {
  const rows = untouched(9)
  const check = (changed: readonly ChainedRow[], end = endOf(rows)) => checkChain(changed, { end, roots: [] })
  const without = (...places: number[]) => rows.filter((_, place) => !places.includes(place))

  test('untouched it is whole: how many, from when to when', async () => {
    expect(await check(rows)).toEqual({ isWhole: true, entries: 9, from: 1_000, to: 9_000 })
    expect(await checkChain([], { end: null, roots: [] })).toEqual({
      ...{ isWhole: true, entries: 0, from: null, to: null },
    })
  })

  test.each([...COLUMNS, ...SEALS])('EDITED where %s is another', async (column) => {
    for (const place of [0, 4, 8]) {
      const was = rows[place]?.[column]
      const now = typeof was === 'number' || was === null ? 99 : `${was}x`
      const changed = rows.map((row, at) => (at === place ? { ...row, [column]: now } : row))
      expect(await check(changed as AuditRow[])).toEqual({
        isWhole: false,
        sequence: place + 1,
        kind: 'EDITED',
      })
    }
  })

  test('EDITED where an entry was changed with its hash', async () => {
    for (const place of [0, 4, 8]) {
      const row = { ...(rows[place] as AuditRow), reason: 'Another one' }
      const sealed = sealedText(row, place + 1, row.salt ?? '')
      const again = { ...row, sealed, hash: hashAfter(row.previousHash ?? '', sealed) }
      const changed = rows.map((one, at) => (at === place ? again : one))
      expect(await check(changed)).toEqual({ isWhole: false, sequence: place + 1, kind: 'EDITED' })
    }
  })

  test('EDITED where an entry says that it follows another one', async () => {
    for (const place of [1, 4, 8]) {
      const row = rows[place] as AuditRow
      const again = { ...row, previousHash: 'x', hash: hashAfter('x', row.sealed ?? '') }
      const changed = rows.map((one, at) => (at === place ? again : one))
      expect(await check(changed)).toEqual({ isWhole: false, sequence: place + 1, kind: 'EDITED' })
    }
  })

  test('EDITED where all from an entry on was chained anew: the signed end, or a root, is another', async () => {
    const changed = rechained(
      rows.map((row, place) => (place === 4 ? { ...row, reason: 'Another one' } : row)),
      4,
    )
    expect(await check(changed)).toEqual({ isWhole: false, sequence: 9, kind: 'EDITED' })
    const root = { sequence: 6, hash: rows[5]?.hash ?? '', entries: 6 }
    expect(await checkChain(changed, { end: endOf(rows), roots: [root] })).toEqual({
      ...{ isWhole: false, sequence: 6, kind: 'EDITED' },
    })
  })

  test('MISSING where one or more were deleted, also where the others were numbered anew', async () => {
    expect(await check(without(0))).toEqual({ isWhole: false, sequence: 1, kind: 'MISSING' })
    expect(await check(without(4, 5))).toEqual({ isWhole: false, sequence: 5, kind: 'MISSING' })
    const numbered = without(4).map((row, place) => ({ ...row, sequence: place + 1 }))
    expect(await check(numbered)).toEqual({ isWhole: false, sequence: 5, kind: 'MISSING' })
  })

  test('REORDERED where two changed places', async () => {
    const swapped = rows.map((row) => {
      const sequence = row.sequence === 4 ? 7 : row.sequence === 7 ? 4 : row.sequence
      return { ...row, sequence }
    })
    swapped.sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
    expect(await check(swapped)).toEqual({ isWhole: false, sequence: 4, kind: 'REORDERED' })
  })

  test('CUT_OFF where the last ones are gone, by the end or by a root', async () => {
    expect(await check(without(8))).toEqual({ isWhole: false, sequence: 9, kind: 'CUT_OFF' })
    expect(await check(without(6, 7, 8))).toEqual({ isWhole: false, sequence: 7, kind: 'CUT_OFF' })
    expect(await check([])).toEqual({ isWhole: false, sequence: 1, kind: 'CUT_OFF' })
    const cut = without(8)
    const root = endOf(rows)
    expect(await checkChain(cut, { end: endOf(cut), roots: [root] })).toEqual({
      ...{ isWhole: false, sequence: 9, kind: 'CUT_OFF' },
    })
  })

  test('EDITED where entries were added behind the end, or there is no end', async () => {
    const more = chained([...untouched(9), entry(10)])
    expect(await check(more)).toEqual({ isWhole: false, sequence: 10, kind: 'EDITED' })
    expect(await checkChain(rows, { end: null, roots: [] })).toEqual({
      ...{ isWhole: false, sequence: 1, kind: 'EDITED' },
    })
  })
})

test('erased values leave the chain whole where their erasure is an entry, and only there', async () => {
  const gone = {
    actorName: '',
    onBehalfOf: '',
    label: '',
    changes: '[]',
    reason: '',
    address: '',
    salt: null,
  }
  const rows = chained([
    entry(1, { personID: 5 }),
    entry(2),
    entry(3, { action: 'PERSON_ERASED', personID: 5 }),
  ])
  const end = endOf(rows)
  const erased = (place: number, more = {}) =>
    rows.map((row, at) => (at === place ? { ...row, ...gone, ...more } : row))
  expect(await checkChain(erased(0), { end, roots: [] })).toMatchObject({ isWhole: true, entries: 3 })
  expect(await checkChain(erased(1), { end, roots: [] })).toEqual({
    isWhole: false,
    sequence: 2,
    kind: 'EDITED',
  })
  // What isn't personal stays, and a value of before can't come back.
  expect(await checkChain(erased(0, { action: 'OTHER' }), { end, roots: [] })).toMatchObject({ sequence: 1 })
  expect(await checkChain(erased(0, { label: 'Ann' }), { end, roots: [] })).toMatchObject({ sequence: 1 })
})
