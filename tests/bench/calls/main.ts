/**
 * Calls on loopback: through the media engine with people who are no browsers, and real pages with cameras. Prints one
 * table, and ends with 1 where a budget is missed. Four minutes.
 *
 * usage: npm run bench:calls -- [--only room|losses|cameras|joins|changes] [--people N] [--seconds N] [--changes N] [--no-build]
 *
 * Changes of the network take ten seconds each: only who asks for that part has them measured.
 */
import '../../../scripts/lib/require-node.ts'
import { cpus, loadavg, type } from 'node:os'
import { parseArgs } from 'node:util'
import { build } from '../../../scripts/lib/build-tasks.ts'
import { atMost, formatResults, type Result } from '../chat/results.ts'
import { percentile } from '../statistics.ts'
import { changes } from './changes.ts'
import { cameras } from './glass.ts'
import { joins } from './joins.ts'
import { BenchRoom, type Heard } from './room.ts'

/** What nobody publishes a figure of is the issue's own budget; the processor's is Mattermost rtcd's, at its largest. */
const BUDGET = { mouthToEarMs: 150, firstSoundMs: 1000, coreEach: 0.0034, missing: 0 } as const
/** Of what is lost on a way in each direction, in bursts, and how much of the tone is to come all the same. */
const LOSSES = [
  { lost: 0.05, heard: 0.99 },
  { lost: 0.1, heard: 0.98 },
  { lost: 0.2, heard: 0.95 },
  { lost: 0.3, heard: 0 },
] as const
const SOME_SPEAK = 3

const PARTS = ['room', 'losses', 'cameras', 'joins', 'changes'] as const
type Part = (typeof PARTS)[number]
/** Those that need the built pages. */
const BY_PAGES: readonly Part[] = ['cameras', 'joins', 'changes']

interface Options {
  readonly people: number
  readonly seconds: number
  readonly changing: number
  readonly builds: boolean
  readonly parts: readonly Part[]
}

function refuse(why: string): never {
  console.error(why)
  process.exit(2)
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      people: { type: 'string', default: '25' },
      seconds: { type: 'string', default: '30' },
      only: { type: 'string' },
      changes: { type: 'string', default: '200' },
      'no-build': { type: 'boolean', default: false },
    },
  })
  const [people, seconds] = [Number(values.people), Number(values.seconds)]
  if (!(Number.isInteger(people) && people >= 4 && people <= 50 && seconds >= 5 && seconds <= 600))
    refuse('--people is from 4 to 50, --seconds from 5 to 600.')
  const changing = Number(values.changes)
  if (!(Number.isInteger(changing) && changing >= 4 && changing <= 1000))
    refuse('--changes is from 4 to 1000.')
  const parts = PARTS.filter((part) =>
    values.only === undefined ? part !== 'changes' : values.only === part,
  )
  if (parts.length === 0) refuse(`--only is one of ${PARTS.join(', ')}.`)
  return { people, seconds, changing, builds: !values['no-build'], parts }
}

const delays = (heard: readonly Heard[]) => heard.flatMap((one) => one.delays)
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

/** Of what was sent to be heard, how much wasn't there in time. */
function missingOf(heard: readonly Heard[]): { missing: number; due: number } {
  return { missing: sum(heard.map(({ missing }) => missing)), due: sum(heard.map(({ due }) => due)) }
}

async function manyPeople(people: number, seconds: number): Promise<Result[]> {
  const room = await BenchRoom.open()
  try {
    const firstSounds: number[] = []
    for (let place = 0; place < people; place++) {
      const first = await room.join()
      if (place > 0) firstSounds.push(first)
    }
    const results: Result[] = [
      atMost(
        'Joined → first sound, p95',
        percentile(firstSounds, 0.95),
        BUDGET.firstSoundMs,
        'ms',
        `${firstSounds.length} people, one after the other`,
      ),
    ]
    for (const speakers of [people, SOME_SPEAK]) {
      room.speak(speakers)
      await room.pass(2)
      const before = room.engineSeconds()
      const heard = await room.measure(seconds)
      const core = (room.engineSeconds() - before) / seconds / people
      const { missing, due } = missingOf(heard)
      const who = `${people} people, ${speakers} speak`
      results.push(
        atMost(`${who}: tones missing`, missing, BUDGET.missing, '', `of ${due} windows of 20 ms`),
        atMost(
          `${who}: mouth to ear, p95`,
          percentile(delays(heard), 0.95),
          BUDGET.mouthToEarMs,
          'ms',
          'from sending to arriving',
        ),
        {
          ...{ measure: `${who}: processor per participant`, value: `${core.toFixed(4)} of a core` },
          ...{ budget: `≤ ${BUDGET.coreEach}`, isMet: core <= BUDGET.coreEach },
          note: 'rtcd: 0.0020 to 0.0034',
        },
      )
    }
    return results
  } finally {
    await room.close()
  }
}

/** One of four has a bad way; what they hear, and what is heard of them. */
async function badWay(seconds: number): Promise<Result[]> {
  const room = await BenchRoom.open()
  try {
    for (let place = 0; place < 3; place++) await room.join()
    await room.join({ isLossy: true })
    room.speak(4)
    await room.pass(1)
    const results: Result[] = []
    for (const { lost, heard: budget } of LOSSES) {
      room.lose(lost)
      const heard = await room.measure(Math.max(5, seconds / 3))
      for (const [what, some] of [
        ['heard there', heard.filter(({ to }) => to === 3)],
        ['heard of them', heard.filter(({ from }) => from === 3)],
      ] as const) {
        const { missing, due } = missingOf(some)
        const share = 1 - missing / due
        results.push({
          measure: `${100 * lost} % lost each way in bursts: ${what}`,
          value: `${(100 * share).toFixed(2)} %`,
          budget: budget === 0 ? '' : `≥ ${100 * budget} %`,
          isMet: share >= budget,
          note: `of ${due} windows, within 200 ms; p95 ${percentile(delays(some), 0.95).toFixed(0)} ms`,
        })
      }
    }
    return results
  } finally {
    await room.close()
  }
}

const { people, seconds, changing, builds, parts } = readOptions()
const MEASURES: Readonly<Record<Part, { readonly what: string; readonly run: () => Promise<Result[]> }>> = {
  room: { what: `${people} people in a room`, run: () => manyPeople(people, seconds) },
  losses: { what: 'a way that loses packets', run: () => badWay(seconds) },
  cameras: { what: 'cameras', run: cameras },
  joins: { what: 'pages that come into a call', run: joins },
  changes: { what: `${changing} changes of the network`, run: () => changes(changing) },
}
if (builds && parts.some((part) => BY_PAGES.includes(part))) await build((line) => console.log(line))
const results: Result[] = []
for (const part of parts) {
  const { what, run } = MEASURES[part]
  console.log(`Measuring ${what} …`)
  results.push(...(await run()))
}
console.log(
  `\n${cpus()[0]?.model ?? 'unknown CPU'} × ${cpus().length}, ${type()}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}\n`,
)
console.log(formatResults(results))
const missed = results.filter(({ isMet }) => !isMet).length
if (missed > 0) console.log(`\n${missed} of ${results.length} budgets are missed.`)
// The native library has threads of its own that keep a process.
process.exit(missed > 0 ? 1 : 0)
