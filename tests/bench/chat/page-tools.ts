import type { Page } from 'playwright-core'

/** What a page notes of its frames while it is asked to, in milliseconds. */
export interface Frames {
  /** Between two pictures, at most. */
  readonly longest: number
  readonly count: number
  /** Tasks of more than 50 ms: all of them together, and the longest. */
  readonly longTasks: number
  readonly longestTask: number
  /** How long it was watched. */
  readonly lasted: number
}

interface Watch {
  stop(): Frames
}
type WatchedPage = Window & { benchFrames?: Watch }

/** Runs in the page: notes the frames from now on. */
function watch(): void {
  const page = window as WatchedPage
  const started = performance.now()
  let [last, longest, count, longTasks, longestTask, running] = [started, 0, 0, 0, 0, true]
  const note = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) {
      longTasks += duration
      longestTask = Math.max(longestTask, duration)
    }
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ entryTypes: ['longtask'] })
  const step = (now: number) => {
    if (!running) return
    if (count > 0) longest = Math.max(longest, now - last)
    last = now
    count++
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
  page.benchFrames = {
    stop() {
      running = false
      note(observer.takeRecords())
      observer.disconnect()
      return { longest, count, longTasks, longestTask, lasted: performance.now() - started }
    },
  }
}

/** The frames of the page while something happens. */
export async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(watch)
  await work()
  return await page.evaluate(() => {
    const frames = (window as WatchedPage).benchFrames?.stop()
    if (!frames) throw new Error('The frames were not watched.')
    return frames
  })
}

/** What the page's JavaScript holds once what it let go is swept, in bytes. */
export async function heapOf(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page)
  // What the first sweep frees may hold on to more.
  for (let sweep = 0; sweep < 3; sweep++) await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  await client.detach()
  return usedSize
}

/** Makes the page's CPU so many times slower; 1 is its own speed. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate })
}
