import { appendFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimedIn, isProduct } from './claims.ts'
import { isGiven, isQuoted, shuffled } from './draw.ts'
import { Journal } from './journal.ts'
import { judgementOn, outdated } from './judged.ts'
import { idOf, sitesOf } from './sites.ts'

const changed = (code: string) =>
  sitesOf('a.tsx', code).map(
    ({ start, end, replacement }) => code.slice(0, start) + replacement + code.slice(end),
  )

test('a line that only writes the log is no break', () => {
  expect(changed('log(lifted)')).toEqual([])
  expect(changed('told(done)')).toEqual(['void 0'])
})

test('values, comparisons, branches and calls are changed one by one', () => {
  expect(changed('const a = 3')).toEqual(['const a = (3 + 1)'])
  expect(changed('const a = true')).toEqual(['const a = false'])
  expect(changed("const a = 'b'")).toEqual(['const a = "bx"'])
  expect(changed("const a = ''")).toEqual(["const a = 'x'"])
  expect(changed("const a = ' '")).toEqual([])
  expect(changed('a < b')).toEqual(['a <= b'])
  expect(changed('a && b')).toEqual(['a || b'])
  expect(changed('if (a) b')).toEqual(['if (!(a)) b'])
  expect(changed('const c = a ? b : d')).toEqual(['const c = !(a) ? b : d'])
  expect(changed('go(a)')).toEqual(['void 0'])
  expect(changed('const a = [b, c]')).toEqual(['const a = [b]'])
  expect(changed('const a = [b]')).toEqual(['const a = []'])
  expect(changed('const a = [b(), c(), d]')).toEqual([
    'const a = [c(), d]',
    'const a = [b(), d]',
    'const a = [b(), c()]',
  ])
})

test('types, imports, thrown words, looks and sentences for programmers are left alone', () => {
  const left = [
    "import { a } from 'b'",
    "type A = 'b' | 3",
    "throw new Error('b')",
    'const a = <b c="d" e={3} style={{ gap: 4 }} />',
    "const a = call({ summary: 'b', spec: '1 §7' })",
    "const draft = useDraft('a/b')",
    "const query = { queryKey: ['a'] }",
  ]
  expect(left.flatMap(changed)).toEqual([])
  expect(changed("const query = { queryKey: ['a', id] }")).toContain("const query = { queryKey: ['a'] }")
  expect(changed('const a = <b hidden={c === d} />')).toEqual(['const a = <b hidden={c !== d} />'])
})

test('what the compiler or the linter refuses anyway is left alone: texts compared or added, a hook’s list', () => {
  expect(changed("a === 'b'")).toEqual(["a !== 'b'"])
  expect(changed("switch (a) { case 'b': }")).toEqual([])
  expect(changed('useEffect(a, [b])').filter((code) => code.startsWith('useEffect'))).toEqual([])
  expect(changed("const a = b + 'c' + d")).toEqual(['const a = b + "cx" + d'])
})

test('a place says where it is, and is called by what its line says and not by where that stands', () => {
  const [site] = sitesOf('a.ts', 'const a = b\n\nconst c = 4')
  const [moved] = sitesOf('a.ts', '\n\n\nconst c = 4')
  const [other] = sitesOf('a.ts', 'const d = 4')
  expect(site).toMatchObject({ file: 'a.ts', line: 3, original: '4', code: 'const c = 4', nth: 0 })
  expect(site && moved && idOf(moved)).toBe(site && idOf(site))
  expect(site && other && idOf(other)).not.toBe(site && idOf(site))
  const twice = sitesOf('a.ts', 'const a = 4 % 4')
  expect(twice.map(({ nth }) => nth)).toEqual([0, 1])
  expect(new Set(twice.map(idOf)).size).toBe(2)
})

test('a judgement finds its place after lines have moved, and one whose line is gone is told', () => {
  const judged = [{ file: 'shared/a.ts', code: 'const a = 4', change: '4 → (4 + 1)', reason: '' }]
  const [site] = sitesOf('shared/a.ts', '\nconst a = 4')
  const [changedSite] = sitesOf('shared/a.ts', 'const a = 5')
  expect(site && judgementOn(judged, site)).toBe(judged[0])
  expect(changedSite && judgementOn(judged, changedSite)).toBeNull()
  expect(outdated(judged, () => (site ? [site] : []))).toEqual([])
  expect(outdated(judged, () => (changedSite ? [changedSite] : []))).toEqual(judged)
})

test('a judgement of one row says nothing about the others', () => {
  const one = { file: 'shared/a.ts', code: 'const a = 4', change: '4 → (4 + 1)', reason: '' }
  const [site] = sitesOf('shared/a.ts', 'const a = 4')
  const on = (judged: object, id: string) => site && judgementOn([{ ...one, ...judged }], site, id)
  expect(on({ row: 'W247' }, 'W247')).toMatchObject(one)
  expect(on({ row: 'W247' }, 'W131')).toBeNull()
  expect(on({}, 'W131')).toMatchObject(one)
  expect(outdated([{ ...one, row: 'W247' }], () => (site ? [site] : []))).toEqual([])
})

test('titles of browser tests claim; text elsewhere does not', () => {
  expect(claimedIn("// S001\ntest('S002 C003 a', () => {})\ntest.each([1])(\n  'W004 b',\n)")).toEqual([
    'S002',
    'C003',
    'W004',
  ])
})

test('the product is what isn’t for tests', () => {
  const files = [
    'server/a.ts',
    'server/a.test.ts',
    'server/testing/t.ts',
    'renderer/fake-a.ts',
    'scripts/a.ts',
  ]
  expect([...files, 'server/seed/people.ts', 'server/db/migrations/0001-a.ts'].filter(isProduct)).toEqual([
    'server/a.ts',
  ])
})

test('a journal goes on after a kill in the middle of a line', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'journal-')), 'a', 'journal.jsonl')
  new Journal(path).add('S001-1', 'claim')
  appendFileSync(path, '{"key":"S00')
  new Journal(path).add('S002-1', 'none')
  const journal = new Journal(path)
  expect(['S001-1', 'S002-1', 'S003-1'].map((key) => journal.find(key))).toEqual(['claim', 'none', null])
})

test('a seed gives its order and its numbers to each row, whichever other rows there are', () => {
  const rows = ['S001', 'S002', 'S003', 'S004', 'S005', 'S006'].map((id) => ({ id }))
  const order = (seed: number, some = rows) => shuffled(some, seed).map(({ id }) => id)
  expect(order(1)).toEqual(order(1))
  expect(order(1)).not.toEqual(order(2))
  expect(order(1, rows.slice(1))).toEqual(order(1).filter((id) => id !== 'S001'))
})

test('words for a reader, and names on the wire, are a place only where the requirement gives them', () => {
  expect(isQuoted('/api/tickets/{id}/close', 'POST api/tickets/{id}/close closes one.')).toBe(true)
  expect(isQuoted('/api/tickets/open', 'POST api/tickets/{id}/close closes one.')).toBe(false)
  expect(isQuoted('Session ended', "Logout shows 'Session ended' for 2 seconds.")).toBe(true)
  expect(isQuoted('Saved for later', "Logout shows 'Session ended' for 2 seconds.")).toBe(false)
})

test('a limit on the wire is a place only where the requirement gives it, by its figure or in words', () => {
  const isDrawn = (file: string, code: string, text: string) => {
    const [site] = sitesOf(file, code).filter(({ original }) => /^\d/.test(original))
    return site && isGiven(site, { text })
  }
  const contract = (code: string, text: string) => isDrawn('shared/contract/a.ts', code, text)
  expect(contract('maxLength(200)', 'A name of at most 200 characters.')).toBe(true)
  expect(contract('maxLength(31_457_280)', 'Files of 30 MB (31,457,280 bytes).')).toBe(true)
  expect(contract('maxLength(200)', 'A name has 20 or 2000 characters.')).toBe(false)
  expect(contract('minLength(1)', 'A token opens the page.')).toBe(false)
  expect(contract('minLength(1)', 'A missing token shows nothing.')).toBe(true)
  expect(isDrawn('server/a.ts', 'const most = 200', 'A token opens the page.')).toBe(true)
})

test('what stands in for nothing is a place only where the requirement says what is there then', () => {
  const drawn = (code: string, text: string) =>
    sitesOf('server/a.ts', code)
      .filter((site) => isGiven(site, { text }))
      .map(({ original }) => original)
  const code = "const by = row.name ?? ''\nconst count = counts.get(id) ?? 0"
  expect(drawn(code, 'A record says who revoked it, and how often.')).toEqual([])
  expect(drawn(code, 'A record says who revoked it; one of nobody has 0.')).toEqual(["''", '0'])
  expect(drawn("const by = row.name ?? 'SAM'\nconst a = 0 ?? b", 'A record says who revoked it.')).toEqual([
    "'SAM'",
    '0',
  ])
})
