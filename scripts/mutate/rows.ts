import { ID, isProduct, type Requirement } from './claims.ts'
import type { FileRecord, Ran } from './coverage.ts'
import type { Reach } from './reach.ts'
import type { Site } from './sites.ts'

/** A requirement that unit tests claim, with what those run and depend on. */
export interface Row extends Requirement {
  /** The test files with a claiming test. */
  readonly claiming: readonly string[]
  /** Keys as of `Reach`. */
  readonly reached: ReadonlySet<string>
}

/** All rows that passing unit tests claim. */
export function rowsOf(ledger: readonly Requirement[], records: readonly FileRecord[], reach: Reach): Row[] {
  const found = new Map<string, { claiming: Set<string>; reached: Set<string> }>()
  for (const { testFile, shared, tests } of records)
    for (const { title, passed, ran } of tests) {
      const ids = new Set(passed ? title.match(ID) : null)
      for (const id of ids) {
        const row = found.get(id) ?? { claiming: new Set(), reached: new Set() }
        found.set(id, row)
        row.claiming.add(testFile)
        for (const key of keysOf(reach, shared, ran)) row.reached.add(key)
      }
    }
  return ledger.flatMap((requirement) => {
    const row = found.get(requirement.id)
    return row ? [{ ...requirement, claiming: [...row.claiming].sort(), reached: row.reached }] : []
  })
}

function* keysOf(reach: Reach, ...all: Ran[]): Generator<string> {
  for (const ran of all)
    for (const [file, regions] of Object.entries(ran))
      for (const region of regions) yield* reach.fromRegion(file, region)
}

/** The product's files of which a row depends on something. */
export function filesOf({ reached }: Row): string[] {
  return [...new Set([...reached].map((key) => key.slice(0, key.search(/[#|]/))))].filter(isProduct).sort()
}

/** Tells how many rows depend on a place. */
export function counter(rows: readonly Row[], reach: Reach): (site: Site) => number {
  const byKey = new Map<string, Set<string>>()
  for (const { id, reached } of rows)
    for (const key of reached) {
      const ids = byKey.get(key)
      if (ids) ids.add(id)
      else byKey.set(key, new Set([id]))
    }
  return ({ file, start, end }) => {
    const keys = reach.keysAt(file, start, end)
    return new Set(keys.flatMap((key) => [...(byKey.get(key) ?? [])])).size
  }
}

/** Test files that ran a place, those that run least first: they are the likeliest to see it broken. */
export function testFilesAt(records: readonly FileRecord[], reach: Reach, site: Site): string[] {
  const keys = reach.keysAt(site.file, site.start, site.end)
  return records
    .map(({ testFile, shared, tests }) => {
      const reached = new Set(keysOf(reach, shared, ...tests.map(({ ran }) => ran)))
      return { testFile, size: reached.size, runs: keys.some((key) => reached.has(key)) }
    })
    .filter(({ runs }) => runs)
    .sort((a, b) => a.size - b.size)
    .map(({ testFile }) => testFile)
}
