/**
 * Breaks the code behind requirements drawn at random, one place each, runs only the tests that claim
 * the requirement, and tells what share of the breaks a claiming test saw.
 *
 * usage: npm run mutate -- [--seed 7] [--count 60] [--workers 1, breaks at once] [--only W004,S264-1f00ba12]
 *                          [--places 5, of each row of --only] [--unlisted] [--sites] [--claims-only]
 *
 * A requirement's places are those of scripts/mutate/places.tsv; one that isn't in it isn't drawn, and is named.
 * `--unlisted` breaks nothing and prints those with their texts; `--sites` breaks nothing and prints all that could
 * be broken of the rows of `--only`.
 * `--claims-only` doesn't ask whether another test sees what no claim saw: it counts as survived.
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
import { claimedIn, closureOf, ID, isTests, type Requirement, readLedger, stateOf } from './mutate/claims.ts'
import { Compiler } from './mutate/compiler.ts'
import { isGiven, shuffled } from './mutate/draw.ts'
import { Journal, type Verdict } from './mutate/journal.ts'
import { changeOf, judgementOn, outdated, readJudged } from './mutate/judged.ts'
import { drawListed, lost, type Place, readPlaces, sitesWithin } from './mutate/places.ts'
import { runTests } from './mutate/runner.ts'
import { idOf, type Site } from './mutate/sites.ts'

const CLAIMS_LIMIT_MS = 180_000
const OTHERS_LIMIT_MS = 120_000
/** More test files than these aren't asked whether one of them sees what no claiming test saw. */
const MOST_OTHERS = 10
const WHOLE_LIMIT_MS = 600_000

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    workers: { type: 'string', default: '1' },
    only: { type: 'string' },
    places: { type: 'string', default: '1' },
    unlisted: { type: 'boolean', default: false },
    sites: { type: 'boolean', default: false },
    'claims-only': { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const workers = Number(values.workers)
const placesOfEach = Number(values.places)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const reports = inRoot('reports', 'mutate')
const checkout = new Checkout()
// The servers of tests/faults and of main's tests are processes of their own, where nothing is broken; the others
// need a PostgreSQL or a balancer.
const APART =
  /^(scripts\/|tests\/(faults|cluster|balancers)\/|server\/db\/dialect\/postgres\/|server\/main\.test\.ts$)/
const unitTests = [...checkout.files].filter((file) => /\.test\.(tsx?|mjs)$/.test(file) && !APART.test(file))
const browserTests = [...checkout.files].filter((file) => /\.spec\.ts$/.test(file))

const ledger = readLedger(inRoot('..', 'shared', 'spec', 'ledger'))
const wanted = values.only?.split(',')
const idsIn = new Map(unitTests.map((file) => [file, idsOf(file)]))

/** The requirements that a test file names, or a table of its own that it makes titles of. */
function idsOf(testFile: string): Set<string> {
  const own = closureOf(testFile, checkout.files, checkout.read, isTests)
  return new Set(own.flatMap((file) => checkout.read(file).match(ID) ?? []))
}

/** The test files that name a requirement. */
const claimingOf = new Map<string, string[]>()
for (const [file, ids] of idsIn)
  for (const id of ids) claimingOf.set(id, [...(claimingOf.get(id) ?? []), file].sort())
const browserClaims = new Set(browserTests.flatMap((file) => claimedIn(checkout.read(file))))
const inBrowsers = ledger.filter(({ id }) => browserClaims.has(id) && !claimingOf.has(id))
const drawn = shuffled(
  ledger.filter(({ id }) => claimingOf.has(id) || browserClaims.has(id)),
  seed,
)

const listed = readPlaces(inRoot('scripts/mutate/places.tsv'))
const judged = readJudged(inRoot('scripts/mutate/judged.json'))
const compiler = new Compiler()
const journal = new Journal(join(reports, 'journal.jsonl'))

/** Whether the compiler takes a break; asked again once its file has changed. */
function compiles(site: Site): boolean {
  const key = `${idOf(site)}-compiles ${hashOf(checkout.read(site.file))}`
  if (journal.isWhole(key)) return true
  if (journal.find(key)) return false
  const isAccepted = compiler.accepts(site)
  journal.add(key, isAccepted ? 'whole' : 'none')
  return isAccepted
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** A requirement with the test files that claim it, and the break to try. */
interface Plan {
  readonly row: Requirement & { readonly claiming: readonly string[] }
  readonly site: Site
}

/** What is found holds for as long as the claiming tests and all of their code are what they were. */
function keyOf({ id, claiming }: Plan['row'], what: string): string {
  const state = claiming.map((file) => remember(file)).join(' ')
  return `${id}-${what} ${hashOf(state)}`
}

const states = new Map<string, string>()
function remember(testFile: string): string {
  const state = states.get(testFile) ?? stateOf(testFile, checkout.files, checkout.read)
  states.set(testFile, state)
  return state
}

/** So many requirements' tests run together without a break. */
const TOGETHER = 12

/**
 * Runs claiming tests without a break, some requirements' together and where that fails one's alone: tests that
 * don't pass so prove nothing by failing.
 */
async function proveWhole(rows: readonly Plan['row'][]): Promise<void> {
  const open = rows.filter((row) => !journal.isWhole(keyOf(row, 'whole')))
  const pass = async (some: typeof open): Promise<boolean> => {
    const files = [...new Set(some.flatMap(({ claiming }) => claiming))]
    const ids = some.map(({ id }) => id)
    const ending = await runTests({ files, ids, limitMs: WHOLE_LIMIT_MS, workers })
    if (ending === 'passed') for (const row of some) journal.add(keyOf(row, 'whole'), 'whole')
    return ending === 'passed'
  }
  for (let at = 0; at < open.length; at += TOGETHER) {
    const some = open.slice(at, at + TOGETHER)
    if (await pass(some)) continue
    for (const row of some) if (!(await pass([row]))) broken.add(row.id)
  }
}
const broken = new Set<string>()

async function judge({ row, site }: Plan): Promise<Verdict> {
  const { id, claiming } = row
  const claims = await runTests({ files: claiming, ids: [id], site, limitMs: CLAIMS_LIMIT_MS })
  if (claims !== 'passed') return 'claim'
  if (values['claims-only']) return 'none'
  const others = othersAt(site).slice(0, MOST_OTHERS)
  const seen = await runTests({ files: others, site, limitMs: OTHERS_LIMIT_MS })
  return others.length > 0 && seen !== 'passed' ? 'other' : 'none'
}

/** Test files that may see a place broken, the likeliest first: those that import least besides. */
function othersAt(site: Site): string[] {
  return unitTests
    .map((file) => ({ file, imports: closureOf(file, checkout.files, checkout.read) }))
    .filter(({ imports }) => imports.includes(site.file))
    .sort((a, b) => a.imports.length - b.imports.length)
    .map(({ file }) => file)
}

const WORDS: Readonly<Record<Verdict, string>> = {
  claim: 'seen by a test that claims it',
  other: 'seen by another test only',
  none: 'survived',
}

function show({ row, site }: Plan, verdict: Verdict): void {
  console.log(`\n${row.id}-${idOf(site)} ${WORDS[verdict]}  ${site.file}:${site.line}`)
  console.log(`  ${row.text}`)
  showChange(site)
  console.log(`  claimed in ${row.claiming.join(', ')}`)
}

function showChange(site: Site): void {
  const line = checkout.linesOf(site.file)[site.line - 1] ?? ''
  const from = site.start - checkout.read(site.file).lastIndexOf('\n', site.start - 1) - 1
  const rest = line.slice(from + site.original.length)
  console.log(`  - ${line.trim()}\n  + ${(line.slice(0, from) + site.replacement + rest).trim()}`)
  if (site.original.includes('\n')) console.log(`  (${changeOf(site)})`)
}

const found: (Plan & { readonly verdict: Verdict })[] = []
let judgedSites = 0
let apart = 0
const placeless: string[] = []
const unlisted: string[] = []

/** A requirement's breaks: one, or as many as are asked for of each. */
function plansOf(requirement: Requirement, places: readonly Place[], called: string | undefined): Plan[] {
  const row = { ...requirement, claiming: claimingOf.get(requirement.id) ?? [] }
  const sites = sitesWithin(places, checkout.read, checkout.sitesOf)
  if (called) return sites.filter((site) => idOf(site) === called).map((site) => ({ row, site }))
  const found: Site[] = []
  for (let n = 0; n < (wanted ? placesOfEach : 1); n += 1) {
    const left = sites.filter((site) => !found.includes(site))
    const { site, judged: passed } = drawListed(row, left, seed, judged, compiles)
    if (n === 0) judgedSites += passed.length
    if (site) found.push(site)
  }
  return found.map((site) => ({ row, site }))
}

/** The seed's breaks, as many as are asked for. */
function plan(): Plan[] {
  const plans: Plan[] = []
  let rows = 0
  for (const requirement of drawn) {
    const { id } = requirement
    const called = wanted?.find((one) => one.startsWith(id))
    if (rows === Number(values.count)) break
    if (wanted && !called) continue
    if (!claimingOf.has(id)) {
      apart += 1
      continue
    }
    const places = listed.get(id)
    if (!places) {
      unlisted.push(id)
      continue
    }
    const found = plansOf(requirement, places, called?.split('-')[1])
    if (found.length === 0) placeless.push(id)
    else rows += 1
    plans.push(...found)
  }
  return plans
}

async function tryOne(one: Plan): Promise<void> {
  const key = keyOf(one.row, idOf(one.site))
  const known = wanted ? null : journal.find(key)
  const verdict = known ?? (await judge(one))
  if (!known) journal.add(key, verdict)
  found.push({ ...one, verdict })
  if (verdict !== 'claim' || wanted) show(one, verdict)
}

function showUnlisted(): void {
  for (const { id, sections, text } of drawn)
    if (claimingOf.has(id) && !listed.has(id)) console.log(`${id}\t${sections.join(', ')}\t${text}`)
}

/** All that a seed may draw, but for what the compiler would still refuse. */
function showSites(): void {
  for (const row of drawn.filter(({ id }) => wanted?.includes(id))) {
    console.log(`\n${row.id}  ${row.text}\n  claimed in ${(claimingOf.get(row.id) ?? []).join(', ')}`)
    for (const site of sitesWithin(listed.get(row.id) ?? [], checkout.read, checkout.sitesOf)) {
      if (!isGiven(site, row) || judgementOn(judged, site, row.id)) continue
      console.log(` ${idOf(site)}  ${site.file}:${site.line}`)
      showChange(site)
    }
  }
}

async function run(): Promise<void> {
  const plans = plan()
  // It takes as much memory as the tests.
  compiler.close()
  const waiting = plans.values()
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const one of waiting) await tryOne(one)
    }),
  )
  const claimed = found.filter(({ verdict }) => verdict === 'claim').map(({ row }) => [row.id, row] as const)
  await proveWhole([...new Map(claimed).values()])
  const tally: Record<Verdict, number> = { claim: 0, other: 0, none: 0 }
  for (const { row, verdict } of found) if (!broken.has(row.id)) tally[verdict] += 1
  const tried = tally.claim + tally.other + tally.none
  const share = ((100 * tally.claim) / Math.max(1, tried)).toFixed(1)
  const named = (ids: Iterable<string>) => [...ids].join(', ') || 'none'
  console.log(`
Seed ${seed}: ${tried} breaks
  ${tally.claim} seen by a test that claims the requirement (${share} %)
  ${tally.other} seen by another test only
  ${tally.none} survived
Besides: ${judgedSites} judged to alter nothing (scripts/mutate/judged.json), another place was drawn;
  ${apart} requirements that only browser tests claim, not tried (${inBrowsers.length} in all);
  with nothing to break: ${named(placeless)};
  without places yet: ${named(unlisted)};
  not counted, since their tests fail without a break, too: ${named(broken)}.`)
}

for (const { id, file, name } of lost([...listed.values()].flat(), checkout.files, checkout.read))
  console.log(`Listed for ${id}, but no longer there: ${file} ${name}`)
if (values.unlisted || values.sites) {
  if (values.sites) showSites()
  else showUnlisted()
  compiler.close()
} else await run()
for (const one of outdated(judged, checkout.sitesOf))
  console.log(`Judged, but no longer there: ${one.file}: ${one.code}  ${one.change}`)
