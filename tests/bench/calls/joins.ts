import { giveMedia } from '../../e2e/support/call-media.ts'
import { atMost, type Result } from '../chat/results.ts'
import { percentile } from '../statistics.ts'
import { heardSince, listen, TONES } from './hearing.ts'
import { type CallPages, WAY_MS, withCallPages } from './pages.ts'

/** From the press on 'Accept' to the first sound (the issue's own budget). */
const FIRST_SOUND_MS = 1000
const CALLS = 10
/** An analyser's looks are closer together than a voice's packets. */
const CLOSE_MS = 10

interface PressedPage {
  pressedAt: number
}

/** Runs in the page: from now on it remembers when somebody pressed something last. */
function rememberPress(): void {
  addEventListener(
    'click',
    () => {
      ;(window as unknown as PressedPage).pressedAt = Date.now()
    },
    true,
  )
}

/** How long the third one of a call, which goes through the engine from then on, heard nobody, in milliseconds. */
async function firstSound(bench: CallPages): Promise<number> {
  const all = await bench.call(3, async (page, place) => {
    await giveMedia(page, { tone: TONES[place] ?? 0, code: place })
    await page.evaluate(listen, [TONES, CLOSE_MS] as const)
    await page.evaluate(rememberPress)
  })
  const third = all.at(-1)?.page
  if (!third) throw new Error('somebody is needed')
  const pressed = await third.evaluate(() => (window as unknown as PressedPage).pressedAt)
  const until = Date.now() + WAY_MS
  for (;;) {
    const heard = (await Promise.all(TONES.map((tone) => heardSince(third, tone, pressed)))).flat()
    if (heard.length > 0) {
      await bench.leave(all)
      return Math.min(...heard) - pressed
    }
    if (Date.now() > until) throw new Error('somebody joined and heard nothing')
    await third.waitForTimeout(100)
  }
}

/** Real pages that come into a call of the engine's as its third person. */
export const joins = (): Promise<Result[]> =>
  withCallPages(async (bench) => {
    const taken: number[] = []
    for (let made = 0; made < CALLS; made++) taken.push(await firstSound(bench))
    return [
      atMost(
        'A page: ‘Accept’ → first sound, through the engine, p95',
        percentile(taken, 0.95),
        FIRST_SOUND_MS,
        'ms',
        `of ${taken.length} calls; half within ${percentile(taken, 0.5).toFixed(0)} ms`,
      ),
    ]
  })
