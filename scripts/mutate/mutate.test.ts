import { expect, test } from 'vitest'
import { claimsOf, reachedFrom } from './claims.ts'
import { drawSite, literalsOf, rankSites, seeded, wordsOf } from './relevance.ts'
import { sitesOf } from './sites.ts'

const changed = (code: string) =>
  sitesOf('a.tsx', code).map(
    ({ start, end, replacement }) => code.slice(0, start) + replacement + code.slice(end),
  )

test('values, comparisons, branches and calls are changed one by one', () => {
  expect(changed('const a = 3')).toEqual(['const a = (3 + 1)'])
  expect(changed('const a = true')).toEqual(['const a = false'])
  expect(changed("const a = 'b'")).toEqual(['const a = "bx"'])
  expect(changed("const a = ''")).toEqual(["const a = 'x'"])
  expect(changed('a < b')).toEqual(['a <= b'])
  expect(changed('a && b')).toEqual(['a || b'])
  expect(changed('if (a) b')).toEqual(['if (!(a)) b'])
  expect(changed('const c = a ? b : d')).toEqual(['const c = !(a) ? b : d'])
  expect(changed('go(a)')).toEqual(['void 0'])
})

test('types, imports, thrown words, attributes and sentences for readers are left alone', () => {
  const left = [
    "import { a } from 'b'",
    "type A = 'b' | 3",
    "throw new Error('b')",
    'const a = <b c="d" />',
    "const a = call({ summary: 'b', spec: '1 §7' })",
  ]
  expect(left.flatMap(changed)).toEqual([])
})

test('a place says on which line it is', () => {
  expect(sitesOf('a.ts', 'const a = b\n\nconst c = 4')).toMatchObject([
    { file: 'a.ts', line: 3, original: '4' },
  ])
})

test('titles claim, also those with a table in between; text elsewhere does not', () => {
  const sources: Record<string, string> = {
    'a.test.ts': "// S001\ntest('S002 C003 a', () => {})\ntest.each([1])(\n  'W004 b',\n  () => {},\n)",
    'b.ts': "test('S005', () => {})",
    'tests/documents/calls.test.ts': "test.each(TABLE)('$ids', () => {})",
    'tests/documents/calls.ts': 'S006 | login',
  }
  const claims = claimsOf(Object.keys(sources), (file) => sources[file] ?? '')
  expect(Object.fromEntries(claims)).toEqual({
    S002: ['a.test.ts'],
    C003: ['a.test.ts'],
    W004: ['a.test.ts'],
    S006: ['tests/documents/calls.test.ts'],
  })
})

test('a test reaches what it imports through others, but no helper of tests', () => {
  const sources: Record<string, string> = {
    'server/a.test.ts': "import { b } from './b.ts'\nimport { t } from './testing/t.ts'",
    'server/b.ts': "import { c } from '#shared/c.ts'\nconst d = import('./d.ts')",
    'server/d.ts': '',
    'server/testing/t.ts': "import { e } from '../e.ts'",
    'server/e.ts': '',
    'server/f.ts': '',
    'shared/c.ts': "import z from 'zod'",
  }
  const reached = reachedFrom(
    'server/a.test.ts',
    new Set(Object.keys(sources)),
    (file) => sources[file] ?? '',
  )
  expect(reached.sort()).toEqual(['server/b.ts', 'server/d.ts', 'server/e.ts', 'shared/c.ts'])
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

test('what a requirement quotes, and its paths, are its literals', () => {
  expect(literalsOf("Route /my-experience/a shows 'Session ended', the user's.")).toEqual([
    'Session ended',
    '/my-experience/a',
  ])
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
  const ranked = rankSites(
    'A user counts as typing for 3 seconds.',
    sitesOf('a.ts', code.join('\n')),
    () => code,
  )
  expect(ranked[0]?.site.line).toBe(6)
  expect(drawSite(ranked, seeded(1))?.line).toBe(6)
  expect(
    drawSite(
      rankSites(
        'Nothing alike',
        ranked.map(({ site }) => site),
        () => code,
      ),
      seeded(1),
    ),
  ).toBeNull()
  const numbers = (seed: number) => Array.from({ length: 3 }, seeded(seed))
  expect(numbers(7)).toEqual(numbers(7))
  expect(numbers(7)).not.toEqual(numbers(8))
  expect(numbers(7).every((number) => number >= 0 && number < 1)).toBe(true)
})
