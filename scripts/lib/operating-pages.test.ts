import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readAdminOptions } from '../../server/admin/admin-options.ts'
import { inRoot } from './paths.ts'

const FOLDER = 'docs/operating'
const PAGES = [
  ...readdirSync(inRoot(FOLDER)).map((name) => `${FOLDER}/${name}`),
  'docs/first-run.md',
  'docs/audit.md',
]
const pages = PAGES.map((page) => ({ page, text: readFileSync(inRoot(page), 'utf8') }))

/** What stands in a page for what the operator types. */
const FILLED = { DIR: 'data', FILE: 'file', USERNAME: 'ann', LEVEL: 'info', TO: 'to', FROM: 'from' } as const

/** Each of the pages' command lines of a program, without comments and what the shell does with it. */
function linesOf(program: RegExp): readonly string[] {
  return pages.flatMap(({ page, text }) =>
    text
      .replaceAll('\\\n', ' ')
      .split(/\n|`/)
      .flatMap((part) => {
        const found = program.exec(part)
        if (!found) return []
        const line = part.slice(found.index + found[0].length).split(/ #|[<>|]/)[0] ?? ''
        return [`${page}: ${line.trim()}`]
      }),
  )
}

const wordsOf = (line: string) =>
  line
    .slice(line.indexOf(': ') + 2)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => FILLED[word as keyof typeof FILLED] ?? word)

test('every command line of fieldwork-admin in the operator’s pages is one that it takes', () => {
  const lines = linesOf(/(?:^|\s)fieldwork-admin(?:\.ts)? (?=--data)/)
  expect(lines.length).toBeGreaterThan(15)
  const refused = lines.filter((line) => {
    try {
      readAdminOptions(wordsOf(line), {})
      return false
    } catch {
      return true
    }
  })
  expect(refused).toEqual([])
})

test('every option of the server in the operator’s pages is one that it takes', () => {
  const known = new Set(readFileSync(inRoot('server/main-options.ts'), 'utf8').match(/--[a-z][a-z-]+/g))
  const lines = [...linesOf(/(?:^|\s)node server\/main\.ts /), ...linesOf(/^FIELDWORK_OPTIONS=/)]
  expect(lines.length).toBeGreaterThan(3)
  const options = lines.flatMap((line) => line.match(/--[a-z][a-z-]+/g) ?? [])
  expect(options.length).toBeGreaterThan(10)
  expect(options.filter((option) => !known.has(option))).toEqual([])
})

test('every npm script that the operator’s pages run is there', () => {
  const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { scripts: object }
  const named = linesOf(/npm run (?:-s )?/).map((line) => wordsOf(line)[0] ?? '')
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})
