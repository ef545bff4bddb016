import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { randomFrom } from '../../shared/domain/random.ts'
import { claimedIn, isProduct } from './claims.ts'
import { Coverage, fileNameOf } from './coverage.ts'
import { isGiven, shuffled } from './draw.ts'
import { Journal } from './journal.ts'
import { judgementOn, outdated } from './judged.ts'
import { Reach } from './reach.ts'
import { instrument, regionAt, regionsOf } from './regions.ts'
import {
  drawSite,
  isQuoted,
  literalsOf,
  nearOf,
  ownedNames,
  rankSites,
  sectionsAt,
  sharesOfWords,
  spells,
  wordsOf,
} from './relevance.ts'
import { counter, rowsOf, testFilesAt } from './rows.ts'
import { idOf, sitesOf } from './sites.ts'
import { parse } from './syntax.ts'

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

const run = (code: string) => {
  const reached: number[] = []
  const scope = { __reached: (_file: string, region: number) => reached.push(region) }
  new Function('globalThis', instrument('a.ts', code))(scope)
  return reached
}

test('probes tell which sides of a branch ran, what came after an exit, and which defaults held', () => {
  const before = (code: string) => run(`${code}`).length
  expect(before('if (true) { 1 } else { 2 }')).toBe(1)
  expect(before('true ? 1 : 2')).toBe(1)
  expect(before('false && 1')).toBe(0)
  expect(before('const f = (a = 1) => a; f(2)')).toBe(1)
  expect(before('const f = (a = 1) => a; f()')).toBe(2)
  // The block, the branch with its exit; what stands after it wasn't reached.
  expect(before('function f(a) { if (a) return 1; return 2 } f(true)')).toBe(2)
  expect(before('function f(a) { if (a) return 1; return 2 } f(false)')).toBe(2)
  expect(before('for (const a of [1, 2]) void a')).toBe(2)
  expect(before('switch (1) { case 1: void 0; break; default: void 0 }')).toBe(1)
})

test('a place is of the innermost region around it', () => {
  const code = 'function f(a) { if (a) return 1; return 2 }'
  const program = parse('a.ts', code)
  const regions = program ? regionsOf(program) : []
  const at = (text: string) => regionAt(regions, code.indexOf(text))
  expect(new Set([at('a)'), at('(a) return'), at('return 1'), at('return 2')]).size).toBe(4)
  expect(regionAt(regions, 0)).toBeNull()
})

/** The files of a tiny product; what running `use.ts` reaches of `limits.ts`. */
const sources: Record<string, string> = {
  'use.ts': "import { LIMITS, check as test } from './index.ts'\nexport const use = () => test(LIMITS.text)",
  'index.ts': "export * from './limits.ts'\nexport { check } from './check.ts'",
  'limits.ts': 'const LONGEST = 5\nexport const LIMITS = { text: { most: LONGEST }, other: 7 }',
  'check.ts': 'export const RULE = 3\nexport const check = (a) => a.most > RULE',
}

test('values made at import are reached by their names, through files and members, and no others', () => {
  const reach = new Reach(new Set(Object.keys(sources)), (file) => sources[file] ?? '')
  const reached = new Set(reach.fromRegion('use.ts', 0))
  const reaches = (file: string, text: string) => {
    const at = (sources[file] ?? '').indexOf(text)
    return reach.keysAt(file, at, at + text.length).some((key) => reached.has(key))
  }
  expect(reaches('limits.ts', '5')).toBe(true)
  expect(reaches('limits.ts', '7')).toBe(false)
  // Only a probe tells whether a function ran.
  expect(reaches('check.ts', 'a.most')).toBe(false)
  expect(reaches('check.ts', '3')).toBe(false)
  expect(reach.fromRegion('check.ts', 0)).toContain('check.ts|RULE')
})

test('rows are what passing tests claim; a place counts by how many rows depend on it', () => {
  const reach = new Reach(new Set(Object.keys(sources)), (file) => sources[file] ?? '')
  const one = { testFile: 'a.test.ts', shared: {}, state: '', tool: '' }
  const ran = { 'check.ts': [0] }
  const tests = [
    { title: 'S001 C002 a', passed: true, ran },
    { title: 'W003 b', passed: false, ran },
    { title: 'W004 c', passed: true, ran: {} },
  ]
  const ledger = ['S001', 'C002', 'W003', 'W004'].map((id) => ({ id, text: id, sections: [] }))
  const rows = rowsOf(ledger, [{ ...one, tests }], reach)
  expect(rows.map(({ id }) => id)).toEqual(['S001', 'C002', 'W004'])
  const [rule] = sitesOf('check.ts', sources['check.ts'] ?? '')
  expect(rule && counter(rows, reach)(rule)).toBe(2)
  expect(rule && testFilesAt([{ ...one, tests }], reach, rule)).toEqual(['a.test.ts'])
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

test('an ordinary word that a requirement quotes is a literal only where a line quotes it', () => {
  expect(spells("const field = z.enum(['status'])", 'status')).toBe(true)
  expect(spells('status: maybe(60),', 'status')).toBe(false)
  expect(spells('<Title>Calendar</Title>', 'Calendar')).toBe(true)
  expect(spells('const eventStart = 1', 'eventStart')).toBe(true)
})

test('a place is of the sections that the comment of its declaration names', () => {
  const lines = ['// 2 §9', 'const a = 1', '/** Spec 1 §2.5, §3 and 3 §4. */', 'const b = {', '  c: 4,', '}']
  expect(sectionsAt(lines, 5)).toEqual(['1 §2.5', '1 §3', '3 §4'])
  expect(sectionsAt(['const a = 1'], 1)).toEqual([])
  const code = ['/** Spec 2 §5. */', 'const wait = 3', '', '/** Spec 1 §2. */', 'const typing = 3']
  const text = 'Typing waits for 3.'
  const first = (...sections: string[]) =>
    rankSites(
      { text, sections },
      sitesOf('a.ts', code.join('\n')),
      () => code,
      () => 0.01,
    )[0]?.site.line
  expect([first('2 §5'), first('1 §2.7'), first('1 §2')]).toEqual([2, 5, 5])
})

test('names count as their parts and as a whole', () => {
  expect(wordsOf('markAsRead, 300 ms and GROUP_ID')).toEqual([
    'markasread',
    'mark',
    'read',
    '300',
    'group_id',
    'group',
  ])
})

test('a word is the same in each of its forms', () => {
  expect(wordsOf('revoked, revoking, revokes; opened, opens')).toEqual(['revok', 'open'])
  expect(wordsOf('a string, a speed, rings')).toEqual(['string', 'speed', 'ring'])
})

test('what a requirement quotes, and its paths, are its literals', () => {
  expect(literalsOf("Route /my-experience/a shows 'Session ended', the user's.")).toEqual([
    'Session ended',
    '/my-experience/a',
  ])
  expect(literalsOf('The client invokes makeCall; IN_CALL, a POST and Chat are no such names.')).toEqual([
    'makeCall',
    'IN_CALL',
  ])
})

test('a place in a property or a default is about that, and not about what the line calls or declares', () => {
  const code = [
    'const found = await call(recentActivities, { quiet: true })',
    'const some = 1',
    'const limit = activities.length > 9',
    'const Row = ({ activity, isWide = false }) => isWide || activity === null',
    'const mark = <p data-activity={some > 0} />',
  ]
  const sites = sitesOf('a.tsx', code.join('\n'))
  const ranked = rankSites(
    { text: 'Recent activities are listed.', sections: [] },
    sites,
    () => code,
    () => 0.01,
  )
  const scores = (original: string) => ranked.filter((one) => one.site.original === original)
  const least = Math.min(...ranked.map(({ score }) => score))
  expect(ranked[0]?.site.line).toBe(3)
  for (const original of ['true', 'false', '0'])
    expect(scores(original).map(({ score }) => score)).toEqual([least])
})

test('a place that spells another requirement’s name is that one’s, unless many spell it', () => {
  const rows = ['The unreadCount grows.', 'newAlert has a userID.', 'A userID.', 'Own userID.', 'By userID.']
  const owned = ownedNames(rows.map((text) => ({ text })))
  expect([...owned]).toEqual(['unreadCount', 'newAlert'])
  const code = ['const newAlert = 1', 'const alert = 2', 'const alert = userID > 2']
  const scores = rankSites(
    { text: 'The alert is shown.', sections: [] },
    sitesOf('a.ts', code.join('\n')),
    () => code,
    () => 0.01,
    owned,
  ).map(({ site, score }) => [site.line, score] as const)
  const of = (wanted: number) => scores.find(([line]) => line === wanted)?.[1] ?? 0
  expect(of(1)).toBeCloseTo(of(2) / 4)
  expect(of(3)).toBe(of(2))
})

test('a word that many requirements have counts less than one that few have', () => {
  const texts = ['The client shows a badge.', ...Array.from({ length: 9 }, () => 'The client is told.')]
  const shares = sharesOfWords(texts.map((text) => ({ text })))
  expect([...shares.values()].sort()).toEqual([0.1, 0.9, 1])
  const code = ['const client = 1', '', '', '', '', '', 'const badge = 2']
  const lines = (words?: ReadonlyMap<string, number>) =>
    rankSites(
      { text: 'The client shows a badge.', sections: [] },
      sitesOf('a.ts', code.join('\n')),
      () => code,
      () => 0.01,
      new Set(),
      words,
    ).map(({ site, score }) => [site.line, score > 0.7])
  expect(lines()).toEqual([
    [1, true],
    [7, true],
  ])
  expect(lines(shares)).toEqual([
    [7, true],
    [1, false],
  ])
})

test('tests that a run needn’t know of keep what was found before, until they are due', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-'))
  const files: Record<string, string> = { 'a.test.ts': '1', 'b.test.ts': '1' }
  const names = Object.keys(files)
  const asked: string[][] = []
  const ask = (due: string) =>
    new Coverage(folder, new Set(names), (file) => files[file] ?? '').of(
      names,
      (file) => file === due,
      async (stale, into) => {
        asked.push([...stale])
        for (const testFile of stale)
          writeFileSync(join(into, fileNameOf(testFile)), JSON.stringify({ testFile, shared: {}, tests: [] }))
      },
    )
  await ask('a.test.ts')
  files['a.test.ts'] = files['b.test.ts'] = '2'
  expect(await ask('a.test.ts')).toHaveLength(2)
  await ask('b.test.ts')
  await ask('b.test.ts')
  expect(asked).toEqual([names, ['a.test.ts'], ['b.test.ts']])
})

test('test files that a run which ended early told nothing of are run again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const names = ['a.test.ts', 'b.test.ts']
  const asked: string[][] = []
  const coverage = new Coverage(folder, new Set(names), () => '1')
  const records = await coverage.of(
    names,
    () => true,
    async (stale, into) => {
      asked.push([...stale])
      const [testFile = ''] = stale
      writeFileSync(join(into, fileNameOf(testFile)), JSON.stringify({ testFile, shared: {}, tests: [] }))
    },
  )
  expect(asked).toEqual([names, ['b.test.ts']])
  expect(records.map(({ testFile }) => testFile)).toEqual(names)
})

test('the place with the requirement’s rare words comes first, and a seed draws the same again', () => {
  const code = [
    "const alpha = 'one'",
    '',
    '',
    '',
    '',
    'const typingSeconds = 3',
    '',
    '',
    '',
    '',
    "const beta = 'two'",
  ]
  const row = { text: 'A user counts as typing for 3 seconds.', sections: ['2 §5'] }
  const places = sitesOf('a.ts', code.join('\n'))
  const ranked = rankSites(
    row,
    places,
    () => code,
    () => 0.01,
  )
  expect(ranked[0]?.site.line).toBe(6)
  expect(drawSite(ranked, randomFrom(1))?.line).toBe(6)
  // What everybody depends on is nobody's own.
  const shared = rankSites(
    row,
    places,
    () => code,
    ({ line }) => (line === 6 ? 1 : 0.01),
  )
  expect(shared.at(-1)).toMatchObject({ site: { line: 6 } })
  expect(drawSite([], randomFrom(1))).toBeNull()
  // 8 is just near enough to 10, 7.9 isn't.
  expect(nearOf([10, 8, 7.9].map((score) => ({ score })))).toEqual([{ score: 10 }, { score: 8 }])
  expect([nearOf([]), nearOf([{ score: 0 }])]).toEqual([[], []])
  const numbers = (seed: number) => Array.from({ length: 3 }, randomFrom(seed))
  expect(numbers(7)).toEqual(numbers(7))
  expect(numbers(7)).not.toEqual(numbers(8))
  expect(numbers(7).every((number) => number >= 0 && number < 1)).toBe(true)
})
