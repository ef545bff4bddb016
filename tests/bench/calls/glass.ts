import { atMost, type Result } from '../chat/results.ts'
import { percentile } from '../statistics.ts'
import { type CallPages, WAY_MS, withCallPages } from './pages.ts'

/** From a camera's picture to the other's screen (the issue's own budget: nobody publishes one). */
const GLASS_TO_GLASS_MS = 200
/** A picture says by so many bars when it was painted, in milliseconds, and comes round after a minute. */
const BITS = 16
/** How long a call is looked at, in seconds, once its picture is there. */
const LOOK_S = 15
/** While the first second goes by, the bandwidth is found. */
const SETTLE_MS = 3000

/** Gives the page a camera whose every picture says when it was painted, and a silent microphone. */
function giveClockCamera(bits: number): void {
  const now = () => Math.floor(performance.timeOrigin + performance.now()) % 2 ** bits
  const picture = () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 })
    const pen = canvas.getContext('2d')
    const wide = canvas.width / bits
    const paint = () => {
      const shown = now()
      for (let bit = 0; pen && bit < bits; bit++) {
        pen.fillStyle = (shown >> bit) & 1 ? '#fff' : '#000'
        pen.fillRect(bit * wide, 0, wide, canvas.height)
      }
    }
    paint()
    setInterval(paint, 1000 / 30)
    return canvas.captureStream(30).getVideoTracks()
  }
  navigator.mediaDevices.getUserMedia = async ({ audio, video } = {}) => {
    const sound = audio ? new AudioContext().createMediaStreamDestination().stream.getAudioTracks() : []
    return new MediaStream([...sound, ...(video ? picture() : [])])
  }
}

/**
 * Runs in the page: how old each picture of a camera is when it is there first, in milliseconds, for so long. Looks
 * whenever the page is drawn, at whatever element shows the camera then.
 */
function agesOf([label, bits, seconds]: readonly [string, number, number]): Promise<number[]> {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!pen) return Promise.reject(new Error('nothing can be drawn'))
  const ages: number[] = []
  return new Promise((resolve) => {
    const end = performance.now() + 1000 * seconds
    let before = -1
    const look = () => {
      if (performance.now() >= end) return resolve(ages)
      requestAnimationFrame(look)
      const video = document.querySelector<HTMLVideoElement>(`video[aria-label="${label}"]`)
      if (!video || video.videoWidth === 0) return
      const now = Math.floor(performance.timeOrigin + performance.now())
      const { videoWidth: width, videoHeight: height } = video
      pen.canvas.width = width
      pen.canvas.height = 1
      pen.drawImage(video, 0, height / 2, width, 1, 0, 0, width, 1)
      const { data } = pen.getImageData(0, 0, width, 1)
      let painted = 0
      for (let bit = 0; bit < bits; bit++)
        if ((data[4 * Math.floor(((bit + 0.5) * width) / bits)] ?? 0) > 127) painted |= 1 << bit
      if (painted === before) return
      before = painted
      ages.push((now - painted + 2 ** bits) % 2 ** bits)
    }
    look()
  })
}

/** What the others see of the first one's camera. */
async function glassToGlass(bench: CallPages, count: 2 | 3): Promise<Result> {
  const all = await bench.call(count, (page) => page.evaluate(giveClockCamera, BITS))
  const [first, ...others] = all
  if (!first) throw new Error('somebody is needed')
  await first.page.getByRole('button', { name: 'Turn camera on' }).click()
  const label = `${first.name}’s camera`
  const ages = await Promise.all(
    others.map(async ({ page }) => {
      await page.locator(`video[aria-label="${label}"]`).waitFor({ timeout: WAY_MS })
      await page.waitForTimeout(SETTLE_MS)
      return page.evaluate(agesOf, [label, BITS, LOOK_S] as const)
    }),
  )
  await bench.leave(all)
  // Who saw nothing for all that time is a fault of its own, and no quick picture.
  const fewest = Math.min(...ages.map(({ length }) => length))
  if (fewest < LOOK_S) throw new Error(`somebody saw ${fewest} pictures of the camera in ${LOOK_S} s`)
  const seen = ages.flat()
  return atMost(
    `${count === 2 ? 'Two people, directly' : 'Three people, through the engine'}: glass to glass, p95`,
    percentile(seen, 0.95),
    GLASS_TO_GLASS_MS,
    'ms',
    `of ${seen.length} pictures in ${LOOK_S} s; half within ${percentile(seen, 0.5).toFixed(0)} ms`,
  )
}

/** Real pages in a call, their pictures looked at where a person would. */
export const cameras = (): Promise<Result[]> =>
  withCallPages(async (bench) => [await glassToGlass(bench, 2), await glassToGlass(bench, 3)])
