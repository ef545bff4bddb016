/**
 * Breaks the code behind requirements drawn at random, one place each, runs only the tests that claim
 * the requirement, and tells what share of the breaks a claiming test saw.
 *
 * usage: npm run mutate -- [--seed 7] [--count 60] [--only W004,S264]
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { bin, inRoot } from './lib/paths.ts'
import { claimsOf, type Requirement, reachedFrom, readLedger } from './mutate/claims.ts'
import { drawSite, rankSites, seeded } from './mutate/relevance.ts'
import { type Site, sitesOf } from './mutate/sites.ts'

const RUN_LIMIT_MS = 120_000

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    only: { type: 'string' },
  },
})
const random = seeded(Number(values.seed))

const files = execFileSync('git', ['ls-files'], { cwd: inRoot('.'), encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && existsSync(inRoot(file)))
const known = new Set(files)
const texts = new Map<string, string>()
function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(inRoot(file), 'utf8')
  texts.set(file, text)
  return text
}
const lines = new Map<string, string[]>()
function linesOf(file: string): string[] {
  const found = lines.get(file) ?? read(file).split('\n')
  lines.set(file, found)
  return found
}
const sites = new Map<string, Site[]>()
function placesIn(file: string): Site[] {
  const found = sites.get(file) ?? sitesOf(file, read(file))
  sites.set(file, found)
  return found
}

function draw<T>(from: T[]): T | undefined {
  return from.splice(Math.floor(random() * from.length), 1)[0]
}

/** Whether the claiming tests pass; `site` is what is broken, null for nothing. */
function passes(id: string, claiming: readonly string[], site: Site | null): boolean {
  const args = bin(
    'vitest/vitest.mjs',
    'run',
    '--config',
    inRoot('scripts/mutate/vitest.config.ts'),
    ...claiming,
  )
  const { status } = spawnSync(process.execPath, [...args, '-t', `\\b${id}\\b`], {
    cwd: inRoot('.'),
    env: { ...process.env, MUTANT: JSON.stringify(site) },
    timeout: RUN_LIMIT_MS,
    stdio: 'ignore',
  })
  return status === 0
}

const ledger = readLedger(inRoot('..', 'shared', 'spec', 'ledger'))
const claims = claimsOf(files, read)
const wanted = values.only?.split(',')
const pool = ledger.filter(({ id }) => claims.has(id) && (wanted === undefined || wanted.includes(id)))
const survivors: string[] = []
let caught = 0
let tried = 0

function tryOne({ id, text }: Requirement): void {
  const claiming = claims.get(id) ?? []
  const reached = [...new Set(claiming.flatMap((file) => reachedFrom(file, known, read)))]
  const site = drawSite(rankSites(text, reached.flatMap(placesIn), linesOf), random)
  if (!site) return
  tried += 1
  if (!passes(id, claiming, site)) {
    caught += 1
    // What fails without a break proves nothing.
    if (!passes(id, claiming, null)) throw new Error(`${id}: its tests fail as they are`)
    return
  }
  survivors.push(`${id} ${site.file}:${site.line}  ${site.original} → ${site.replacement}\n     ${text}`)
  console.log(survivors.at(-1))
}

for (let next = draw(pool); next && tried < Number(values.count); next = draw(pool)) tryOne(next)
console.log(
  `\n${caught} of ${tried} breaks were seen by a test that claims the requirement (${((100 * caught) / Math.max(1, tried)).toFixed(1)} %)`,
)
console.log('A survivor is a claim to mend, or a change that alters nothing: a person judges which.')
