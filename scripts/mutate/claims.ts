import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Requirement {
  readonly id: string
  readonly text: string
}

/** Every requirement of the ledger: tab-separated files with a heading line each. */
export function readLedger(folder: string): Requirement[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(1))
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', , , text = ''] = line.split('\t')
      return { id, text }
    })
}

const TEST_FILE = /\.test\.(tsx?|mjs)$/
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])([\s\S]*?)\1/g
const ID = /\b[SCWDAB]\d{3}\b/g

/**
 * Which test files claim which requirement: by their titles, and by the tables of `tests/documents`,
 * whose ids come into titles as the tests run.
 */
export function claimsOf(files: readonly string[], read: (file: string) => string): Map<string, string[]> {
  const claims = new Map<string, string[]>()
  for (const file of files.filter((name) => TEST_FILE.test(name))) {
    const source = read(file)
    const isTable = file.startsWith('tests/documents/')
    const table = file.replace('.test', '')
    const texts = isTable
      ? [source, ...(files.includes(table) ? [read(table)] : [])]
      : [...source.matchAll(TITLE)].map(([, , title = '']) => title)
    for (const id of new Set(texts.flatMap((text) => text.match(ID) ?? [])))
      claims.set(id, [...(claims.get(id) ?? []), file])
  }
  return claims
}

const PRODUCT = /^(shared|server|renderer|electron|preload)\//
const HELPER = /\.test\.|\/testing[/.]|\/fake-|-fixture\.|\.d\.ts$/
const IMPORT = /(?:from|import)\s*\(?\s*'([#.][^']+)'/g

/** The product's files that a test file imports, directly or through others. */
export function reachedFrom(
  testFile: string,
  files: ReadonlySet<string>,
  read: (file: string) => string,
): string[] {
  const seen = new Set<string>()
  const waiting = [testFile]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const [, target = ''] of read(file).matchAll(IMPORT)) {
      const path = target.startsWith('#') ? target.slice(1) : join(file, '..', target)
      if (files.has(path)) waiting.push(path)
    }
  }
  return [...seen].filter((file) => PRODUCT.test(file) && !HELPER.test(file))
}
