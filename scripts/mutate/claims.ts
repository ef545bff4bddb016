import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Requirement {
  readonly id: string
  readonly text: string
  /** Where the documents have it: `1 §2.5`, or several. */
  readonly sections: readonly string[]
}

/** The documents by the letter of their requirements. */
const DOCUMENTS: Readonly<Record<string, number>> = { S: 1, C: 2, W: 3, D: 4, A: 5, B: 6 }

/** Every requirement of the ledger: tab-separated files with a heading line each. */
export function readLedger(folder: string): Requirement[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(1))
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', sections = '', , text = ''] = line.split('\t')
      return { id, text, sections: sections.split(',').map((one) => `${DOCUMENTS[id.slice(0, 1)]} §${one}`) }
    })
}

/** A requirement's number. */
export const ID = /\b[SCWDAB]\d{3}\b/g

const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])([\s\S]*?)\1/g

/** The requirements that a browser test's titles name. */
export function claimedIn(source: string): string[] {
  const titles = [...source.matchAll(TITLE)].map(([, , title = '']) => title)
  return [...new Set(titles.flatMap((title) => title.match(ID) ?? []))]
}

const PRODUCT = /^(shared|server|renderer|electron|preload)\//
const HELPER = /\.test\.|(^|\/)testing[/.]|\/fake-|-fixture\.|\.d\.ts$|^server\/own-only\//
/** The demo company and the migrations: neither is what the product does now. */
const PAST = /^server\/(seed|db\/migrations)\//

/** Whether a file is the product's own code as it is, no test, no helper of tests and no example. */
export function isProduct(file: string): boolean {
  return PRODUCT.test(file) && !HELPER.test(file) && !PAST.test(file)
}

/** Whether a file is there for tests alone. */
export function isTests(file: string): boolean {
  return file.startsWith('tests/') || HELPER.test(file)
}

const IMPORT = /(?:from|import)\s*\(?\s*'([#.][^']+)'/g

/** A file and all that it imports, directly or through others; of these only those that are `wanted`. */
export function closureOf(
  first: string,
  files: ReadonlySet<string>,
  read: (file: string) => string,
  wanted: (file: string) => boolean = () => true,
): string[] {
  const seen = new Set<string>()
  const waiting = [first]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const [, target = ''] of read(file).matchAll(IMPORT)) {
      const path = target.startsWith('#') ? target.slice(1) : join(file, '..', target)
      if (files.has(path) && wanted(path)) waiting.push(path)
    }
  }
  return [...seen]
}

/** A hash of a test file and all that it imports. */
export function stateOf(
  testFile: string,
  files: ReadonlySet<string>,
  read: (file: string) => string,
): string {
  const hash = createHash('sha256')
  for (const file of closureOf(testFile, files, read).sort())
    hash.update(file).update('\0').update(read(file))
  return hash.digest('hex').slice(0, 16)
}
