import { giveMedia } from '../../e2e/support/call-media.ts'
import { ChangingNetwork } from '../../e2e/support/changing-network.ts'
import { atMost, type Result } from '../chat/results.ts'
import { percentile } from '../statistics.ts'
import { heardSince, LOOK_MS, listen, TONES } from './hearing.ts'
import { type CallPages, inCallList, type Somebody, withCallPages } from './pages.ts'

/** How long an outage lasts, in milliseconds. */
const OUTAGE_MS = { least: 1000, most: 20_000 } as const
/** So much longer than the outage a voice may be away (the issue's own budget). */
const BUDGET_MS = 2000
/** Who isn't heard again after so long doesn't come back. */
const BACK_MS = 60_000
/** They talk for so long before the next change. */
const CALM_MS = 2000
/** A voice that wasn't heard for so long was away; and is back once heard so often a second. */
const [AWAY_MS, STEADY] = [200, 15] as const

/** For how long a voice was away, all told, until it was steady; null while it isn't. */
function awayFor(heard: readonly number[], began: number, mended: number): number | null {
  const now = Date.now()
  const steady = heard.filter((at) => at > Math.max(mended, now - 1000))
  if (steady.length < STEADY || now - (heard.at(-1) ?? 0) > AWAY_MS) return null
  const gaps = heard.map((at, place) => at - (heard[place - 1] ?? began))
  return gaps.filter((gap) => gap > AWAY_MS).reduce((sum, gap) => sum + gap, 0)
}

interface Change {
  /** Milliseconds of an outage; 0 for another address. */
  readonly outage: number
  /** How much longer than that the voice was away that was away longest; null where one didn't come back. */
  readonly over: number | null
  readonly ghosts: number
}

/** Both directions between the first one, whose network it is, and each other one. */
const directionsOf = ([first, ...others]: readonly Somebody[]) =>
  others.flatMap((other, place) =>
    first
      ? [
          { page: first.page, tone: TONES[place + 1] ?? 0 },
          { page: other.page, tone: TONES[0] },
        ]
      : [],
  )

async function change(all: readonly Somebody[], network: ChangingNetwork, outage: number): Promise<Change> {
  const [first] = all
  if (!first) throw new Error('somebody is needed')
  const wait = (ms: number) => first.page.waitForTimeout(ms)
  const began = Date.now()
  if (outage === 0) {
    network.change()
    // As a browser does where its address is another one.
    await first.page.evaluate(() => window.dispatchEvent(new Event('online')))
  } else {
    network.breakOff()
    await wait(outage)
    network.mend()
  }
  const mended = Date.now()
  let over: number | null = null
  while (over === null && Date.now() - mended < BACK_MS) {
    await wait(250)
    const away = await Promise.all(
      directionsOf(all).map(async ({ page, tone }) =>
        awayFor(await heardSince(page, tone, began), began, mended),
      ),
    )
    if (away.every((one) => one !== null)) over = Math.max(...away) - (mended - began) * Number(outage > 0)
  }
  const ghosts = await Promise.all(
    all.map(async ({ page }) =>
      Math.abs((await inCallList(page).getByRole('listitem').count()) - all.length),
    ),
  )
  await wait(CALM_MS)
  return { outage, over, ghosts: Math.max(...ghosts) }
}

/** So many changes of one person's network, half of them other addresses, the others outages. */
async function changesOf(bench: CallPages, people: 2 | 3, count: number): Promise<Result[]> {
  const network = new ChangingNetwork()
  const all = await bench.call(people, async (page, place) => {
    await giveMedia(page, { tone: TONES[place] ?? 0, code: place })
    await page.evaluate(listen, [TONES, LOOK_MS] as const)
    // Of two each one's; of more the first one's alone, since the others' ways are to hold.
    if (people === 2 || place === 0) await network.lead(page)
  })
  const changes: Change[] = []
  try {
    await all[0]?.page.waitForTimeout(2 * CALM_MS)
    for (let made = 0; made < count; made++) {
      const { least, most } = OUTAGE_MS
      changes.push(await change(all, network, made % 2 === 0 ? 0 : least + Math.random() * (most - least)))
    }
    await bench.leave(all)
  } finally {
    network.end()
  }
  const who = people === 2 ? 'Two people, directly' : 'Three people, through the engine'
  const overs = (wanted: (change: Change) => boolean) =>
    changes.filter(wanted).flatMap(({ over }) => over ?? [])
  const worst = (some: readonly number[]) =>
    `of ${some.length}; half within ${percentile(some, 0.5).toFixed(0)} ms`
  const [addresses, outages] = [overs(({ outage }) => outage === 0), overs(({ outage }) => outage > 0)]
  return [
    atMost(
      `${who}: another address, voices away, p95`,
      percentile(addresses, 0.95),
      BUDGET_MS,
      'ms',
      worst(addresses),
    ),
    ...(outages.length === 0
      ? []
      : [
          atMost(
            `${who}: outage of 1 to 20 s, voices away longer than it, p95`,
            percentile(outages, 0.95),
            BUDGET_MS,
            'ms',
            worst(outages),
          ),
        ]),
    atMost(
      `${who}: not back`,
      changes.filter(({ over }) => over === null).length,
      0,
      '',
      `of ${count} changes, within ${BACK_MS / 1000} s`,
    ),
    atMost(`${who}: ghosts, or people missing`, Math.max(...changes.map(({ ghosts }) => ghosts)), 0, '', ''),
  ]
}

/** A call survives so many changes of address and outages: half of them of two people, half of three. */
export const changes = (count: number): Promise<Result[]> =>
  withCallPages(async (bench) => [
    ...(await changesOf(bench, 2, Math.ceil(count / 2))),
    ...(await changesOf(bench, 3, Math.floor(count / 2))),
  ])
