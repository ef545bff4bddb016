import type { Page } from 'playwright-core'

/** What each page sounds like, by its place in the call, in hertz. */
export const TONES = [700, 1900, 3100] as const
/** From one look at what a page plays to the next, in milliseconds. */
export const LOOK_MS = 40

interface ListeningPage {
  readonly call: { readonly players: readonly HTMLAudioElement[] }
  /** When that tone was heard, by its frequency; in milliseconds since 1970. */
  heard: Map<number, number[]>
}

/** Runs in the page: from now on it remembers when each tone stood clear of the rest of a voice that it plays. */
export function listen([tones, lookMs]: readonly [readonly number[], number]): void {
  const own = window as unknown as ListeningPage
  own.heard = new Map(tones.map((tone) => [tone, []]))
  const context = new AudioContext()
  const analysers = new Map<MediaStream, AnalyserNode>()
  const levels = new Float32Array(1024)
  setInterval(() => {
    const streams = own.call.players.flatMap(({ srcObject, paused }) =>
      srcObject instanceof MediaStream && !paused ? [srcObject] : [],
    )
    for (const stream of analysers.keys()) if (!streams.includes(stream)) analysers.delete(stream)
    for (const stream of streams) {
      const known = analysers.get(stream)
      const analyser =
        known ?? Object.assign(context.createAnalyser(), { fftSize: 2048, smoothingTimeConstant: 0 })
      if (!known) {
        analysers.set(stream, analyser)
        context.createMediaStreamSource(stream).connect(analyser)
      }
      analyser.getFloatFrequencyData(levels)
      for (const [tone, times] of own.heard) {
        const place = Math.round((tone * 2048) / context.sampleRate)
        const level = Math.max(...levels.slice(place - 1, place + 2))
        const rest = Math.max(...levels.slice(4, place - 5), ...levels.slice(place + 6))
        if (level > -70 && level - rest >= 20) times.push(Date.now())
      }
    }
  }, lookMs)
}

/** When a page heard that tone since then. */
export const heardSince = (page: Page, tone: number, since: number): Promise<number[]> =>
  page.evaluate(
    ([frequency, from]) => {
      const times = (window as unknown as ListeningPage).heard.get(frequency) ?? []
      const later = times.filter((at) => at >= from)
      // Nobody asks for those before any more.
      times.splice(0, times.length - later.length)
      return later
    },
    [tone, since] as const,
  )
