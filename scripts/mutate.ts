/**
 * Breaks the code behind requirements drawn at random, one place each, runs only the tests that claim
 * the requirement, and tells what share of the breaks a claiming test saw.
 *
 * usage: npm run mutate -- [--seed 7] [--count 60] [--workers 1, breaks at once] [--only W004,S264-1f00ba12]
 *                          [--places 5, of each row of --only]
 *
 * `--only` takes rows, or one row's place as a run before has printed it. With `--places` each row is broken
 * at so many of the places that seeds draw from. A run that was ended goes on
 * where it was; what it keeps is in reports/mutate.
 */
import './lib/require-node.ts'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inRoot } from './lib/paths.ts'
import { Checkout } from './mutate/checkout.ts'
import { ID, readLedger } from './mutate/claims.ts'
import { Compiler } from './mutate/compiler.ts'
import { Coverage } from './mutate/coverage.ts'
import { Draw, shuffled } from './mutate/draw.ts'
import { Journal, type Verdict } from './mutate/journal.ts'
import { changeOf, outdated, readJudged } from './mutate/judged.ts'
import { Reach } from './mutate/reach.ts'
import { browserRows, type Row, rowsOf, testFilesAt } from './mutate/rows.ts'
import { runTests } from './mutate/runner.ts'
import { idOf, type Site } from './mutate/sites.ts'

const CLAIMS_LIMIT_MS = 180_000
const OTHERS_LIMIT_MS = 120_000
/** More test files than these aren't asked whether one of them sees what no claiming test saw. */
const MOST_OTHERS = 10
const COLLECT_LIMIT_MS = 3_600_000
const SPARE = 1.1

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    workers: { type: 'string', default: '1' },
    only: { type: 'string' },
    places: { type: 'string', default: '1' },
  },
})
const seed = Number(values.seed)
const workers = Number(values.workers)
const placesOfEach = Number(values.places)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const reports = inRoot('reports', 'mutate')
const checkout = new Checkout()
// The servers of tests/faults are processes of their own, where no probe tells and nothing is broken; the others
// need a PostgreSQL or a balancer.
const APART = /^(scripts|tests\/(faults|cluster|balancers)|server\/db\/dialect\/postgres)\//
const unitTests = [...checkout.files].filter((file) => /\.test\.(tsx?|mjs)$/.test(file) && !APART.test(file))
const browserTests = [...checkout.files].filter((file) => /\.spec\.ts$/.test(file))

const ledger = readLedger(inRoot('..', 'shared', 'spec', 'ledger'))
const wanted = values.only?.split(',')
const idsIn = new Map(unitTests.map((file) => [file, new Set(checkout.read(file).match(ID))]))
const due = dueRows()
const coverage = new Coverage(join(reports, 'coverage'), checkout.files, checkout.read)
const records = await coverage.of(
  unitTests,
  (file) => [...(idsIn.get(file) ?? [])].some((id) => due.has(id)),
  async (files, collect) => {
    console.log(`Finding out what the tests of ${files.length} changed files run …`)
    await runTests({ files, collect, limitMs: COLLECT_LIMIT_MS, workers })
  },
)

const reach = new Reach(checkout.files, checkout.read)
const rows = rowsOf(ledger, records, reach)
const inBrowsers = browserRows(ledger, rows, browserTests.map(checkout.read))
const judged = readJudged(inRoot('scripts/mutate/judged.json'))
const compiler = new Compiler()
const draw = new Draw(rows, reach, checkout, judged, (site) => compiler.accepts(site))
const journal = new Journal(join(reports, 'journal.jsonl'))
const states = new Map(records.map(({ testFile, state }) => [testFile, state]))

/** The requirements that this run may come to, some more than are asked for: not each has a place to break. */
function dueRows(): ReadonlySet<string> {
  if (wanted) return new Set(wanted.map((one) => one.slice(0, 4)))
  const named = new Set([...idsIn.values()].flatMap((ids) => [...ids]))
  const rows = ledger.filter(({ id }) => named.has(id))
  return new Set(
    shuffled(rows, seed)
      .slice(0, Math.ceil(SPARE * Number(values.count)))
      .map(({ id }) => id),
  )
}

/** The verdict holds for as long as the claiming tests and all of their code are what they were. */
function journalKey(row: Row, site: Site): string {
  const state = row.claiming.map((file) => states.get(file)).join(' ')
  return `${row.id}-${idOf(site)} ${createHash('sha256').update(state).digest('hex').slice(0, 12)}`
}

async function judge(row: Row, site: Site): Promise<Verdict> {
  const claims = await runTests({ files: row.claiming, id: row.id, site, limitMs: CLAIMS_LIMIT_MS })
  if (claims === 'failed') return 'claim'
  if (claims === 'late') {
    // Tests that don't end without the break either prove nothing.
    const whole = await runTests({ files: row.claiming, id: row.id, limitMs: CLAIMS_LIMIT_MS })
    if (whole !== 'passed') throw new Error(`${row.id}: its tests don't pass as they are`)
    return 'claim'
  }
  const others = testFilesAt(records, reach, site).slice(0, MOST_OTHERS)
  const seen = await runTests({ files: others, site, limitMs: OTHERS_LIMIT_MS })
  return others.length > 0 && seen !== 'passed' ? 'other' : 'none'
}

const WORDS: Readonly<Record<Verdict, string>> = {
  claim: 'seen by a test that claims it',
  other: 'seen by another test only',
  none: 'survived',
}

function show(row: Row, site: Site, verdict: Verdict): void {
  const line = checkout.linesOf(site.file)[site.line - 1] ?? ''
  const from = site.start - checkout.read(site.file).lastIndexOf('\n', site.start - 1) - 1
  const rest = line.slice(from + site.original.length)
  console.log(`\n${row.id}-${idOf(site)} ${WORDS[verdict]}  ${site.file}:${site.line}`)
  console.log(`  ${row.text}`)
  console.log(`  - ${line.trim()}\n  + ${(line.slice(0, from) + site.replacement + rest).trim()}`)
  if (site.original.includes('\n')) console.log(`  (${changeOf(site)})`)
  console.log(`  claimed in ${row.claiming.join(', ')}`)
}

const tally: Record<Verdict, number> = { claim: 0, other: 0, none: 0 }
let judgedSites = 0
let apart = 0
const placeless: string[] = []

const rowOf = new Map(rows.map((row) => [row.id, row]))

/** The places of the seed's rows, one each, as many as are asked for. */
function* places(): Generator<{ row: Row; site: Site }> {
  let left = Number(values.count)
  for (const { id } of shuffled([...rows, ...inBrowsers], seed)) {
    const called = wanted?.find((one) => one.startsWith(id))
    if (left === 0) return
    if (wanted && !called) continue
    const row = rowOf.get(id)
    if (!row) {
      apart += 1
      continue
    }
    const place = called?.split('-')[1]
    if (called && !place && placesOfEach > 1) {
      const nearest = draw.nearestFor(row, placesOfEach)
      if (nearest.length === 0) placeless.push(id)
      for (const site of nearest) yield { row, site }
      continue
    }
    const drawn = place ? { site: draw.placeCalled(row, place), judged: [] } : draw.placeFor(row, seed)
    judgedSites += drawn.judged.length
    if (!drawn.site) placeless.push(id)
    else {
      left -= 1
      yield { row, site: drawn.site }
    }
  }
}

async function tryOne(row: Row, site: Site): Promise<void> {
  const key = journalKey(row, site)
  const known = wanted ? null : journal.find(key)
  const verdict = known ?? (await judge(row, site))
  if (!known) journal.add(key, verdict)
  tally[verdict] += 1
  if (verdict !== 'claim' || wanted) show(row, site, verdict)
}

const waiting = places()
await Promise.all(
  Array.from({ length: workers }, async () => {
    for (const { row, site } of waiting) await tryOne(row, site)
  }),
)
compiler.close()
const tried = tally.claim + tally.other + tally.none
const share = ((100 * tally.claim) / Math.max(1, tried)).toFixed(1)
console.log(`
Seed ${seed}: ${tried} breaks
  ${tally.claim} seen by a test that claims the requirement (${share} %)
  ${tally.other} seen by another test only
  ${tally.none} survived
Besides: ${judgedSites} judged to alter nothing (scripts/mutate/judged.json), another place was drawn;
  ${apart} requirements that only browser tests claim, not tried (${inBrowsers.length} in all);
  ${placeless.length} whose tests run no code of the product here${placeless.length > 0 ? `: ${placeless.join(', ')}` : ''}.`)
for (const one of outdated(judged, checkout.sitesOf))
  console.log(`Judged, but no longer there: ${one.file}: ${one.code}  ${one.change}`)
