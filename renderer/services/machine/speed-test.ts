import { type ErrorBody, errorBody } from '#shared/contract/error-body.ts'
import { SPEED_TEST_PATHS } from '#shared/contract/speed-test.ts'
import type { Readings } from '#shared/domain/device-grading.ts'
import { latencyOf, type MeterLimits, megabitsPerSecond } from '#shared/domain/speed-test.ts'
import type { Timers } from '../../ui/timers.ts'
import type { RefusalWords } from '../http/refusal-words.ts'

export type NetworkReadings = Pick<Readings, 'download' | 'upload' | 'ping' | 'jitter' | 'loss'>

export type MeterPhase = 'ping' | 'download' | 'upload'

/** How far a test is: the part of its phase that is done, and its rate in Mbit/s or time in ms so far. */
export interface MeterProgress {
  readonly phase: MeterPhase
  readonly done: number
  readonly value: number | null
}

export interface MeasureOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: MeterProgress) => void
}

/** Measures the connection to the company's own server (spec 3 §4). */
export interface SpeedMeter {
  /**
   * One test, within its limits of bytes and time. A connection that fails is a result too: nothing
   * measured, everything lost.
   * @throws MeterRefusal where the server refuses; the signal's reason where it aborted
   */
  measure(limits: MeterLimits, options: MeasureOptions): Promise<NetworkReadings>
}

/** The server won't be measured against; `message` is its words, '' without any. */
export class MeterRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'MeterRefusal'
    this.status = status
  }
}

/** What an XMLHttpRequest is used for: only they tell how much has gone out. */
export type MeterUpload = Pick<
  XMLHttpRequest,
  'open' | 'setRequestHeader' | 'abort' | 'status' | 'responseText'
> & {
  send(body: Blob): void
  onload: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  onabort: ((event: never) => void) | null
  readonly upload: { onprogress: ((event: ProgressEvent) => void) | null }
}

export interface SpeedMeterParts {
  /** Origin of the server, '' for the page's own. */
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  readonly newUpload: () => MeterUpload
  /** The stored token, with its 'Bearer ' prefix. */
  readonly token: () => string | null
  /** In milliseconds, from wherever; never goes back. */
  readonly clock: () => number
  readonly timers: Timers
  /** Fills with bytes that don't compress. */
  readonly fillRandom: (bytes: Uint8Array<ArrayBuffer>) => void
  /** What a refusal says. */
  readonly words: RefusalWords
}

const BLOCK_BYTES = 64 * 1024
/** The first request may open a connection and ask leave across origins: it isn't counted, and may take longer. */
const WARM_UP_TIMES = 3

export function createSpeedMeter(parts: SpeedMeterParts): SpeedMeter {
  return {
    async measure(limits, options) {
      const latency = await measureLatency(parts, limits, options)
      const download = await measureDownload(parts, limits, options)
      const upload = await measureUpload(parts, limits, options)
      return { ...latency, download, upload }
    },
  }
}

function headersOf({ token }: SpeedMeterParts): Record<string, string> {
  const authorization = token()
  return authorization === null ? {} : { Authorization: authorization }
}

/** @throws MeterRefusal for an answer that is a refusal of ours */
async function assertAdmitted({ words }: SpeedMeterParts, status: number, text: string): Promise<void> {
  if (status < 400 || status >= 500) return
  throw new MeterRefusal(status, (await words(refusalIn(text))) ?? '')
}

function refusalIn(text: string): ErrorBody {
  try {
    return errorBody.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    return {}
  }
}

/** A signal that aborts with the caller's, or after so many milliseconds. Ended by `end`. */
function limited({ timers }: SpeedMeterParts, signal: AbortSignal, ms: number) {
  const limit = new AbortController()
  const end = timers.after(ms, () => limit.abort())
  return { signal: AbortSignal.any([signal, limit.signal]), end }
}

/** One round trip in milliseconds; null where no answer came in time. */
async function pingOnce(parts: SpeedMeterParts, signal: AbortSignal, ms: number): Promise<number | null> {
  const limit = limited(parts, signal, ms)
  const start = parts.clock()
  try {
    const init = { headers: headersOf(parts), cache: 'no-store', credentials: 'omit' } as const
    const response = await parts.fetch(parts.baseUrl + SPEED_TEST_PATHS.ping, {
      ...init,
      signal: limit.signal,
    })
    const took = parts.clock() - start
    if (response.ok) return took
    await assertAdmitted(parts, response.status, await response.text())
    return null
  } catch (error) {
    if (signal.aborted || error instanceof MeterRefusal) throw error
    return null
  } finally {
    limit.end()
  }
}

async function measureLatency(
  parts: SpeedMeterParts,
  { pings, pingMs }: MeterLimits,
  { signal, onProgress }: MeasureOptions,
) {
  onProgress({ phase: 'ping', done: 0, value: null })
  await pingOnce(parts, signal, pingMs * WARM_UP_TIMES)
  const trips: (number | null)[] = []
  for (let sent = 1; sent <= pings; sent++) {
    trips.push(await pingOnce(parts, signal, pingMs))
    onProgress({ phase: 'ping', done: sent / pings, value: latencyOf(trips).ping })
    // After three lost pings the line counts as dead, so that nobody waits for ten.
    if (sent === 3 && trips.every((trip) => trip === null)) break
  }
  return latencyOf(trips)
}

async function measureDownload(
  parts: SpeedMeterParts,
  { downloadBytes, transferMs }: MeterLimits,
  { signal, onProgress }: MeasureOptions,
): Promise<number | null> {
  onProgress({ phase: 'download', done: 0, value: null })
  // Twice the time, since the answer's head isn't measured and may take as long again.
  const limit = limited(parts, signal, 2 * transferMs)
  let bytes = 0
  let start = parts.clock()
  const took = () => Math.max(1, parts.clock() - start)
  try {
    const url = `${parts.baseUrl}${SPEED_TEST_PATHS.download}?bytes=${downloadBytes}`
    const init = { headers: headersOf(parts), cache: 'no-store', credentials: 'omit' } as const
    const response = await parts.fetch(url, { ...init, signal: limit.signal })
    if (!response.ok) await assertAdmitted(parts, response.status, await response.text())
    if (!response.ok || !response.body) return null
    const reader = response.body.getReader()
    start = parts.clock()
    while (took() < transferMs) {
      const { done, value } = await reader.read()
      if (done) break
      bytes += value.length
      const part = Math.max(bytes / downloadBytes, took() / transferMs)
      onProgress({ phase: 'download', done: Math.min(1, part), value: megabitsPerSecond(bytes, took()) })
    }
    // What is still on its way is given up.
    await reader.cancel().catch(() => {})
  } catch (error) {
    if (signal.aborted || error instanceof MeterRefusal) throw error
  } finally {
    limit.end()
  }
  return megabitsPerSecond(bytes, took())
}

function bodyOf(bytes: number, fillRandom: SpeedMeterParts['fillRandom']): Blob {
  const block = new Uint8Array(BLOCK_BYTES)
  fillRandom(block)
  const whole = Array.from({ length: Math.floor(bytes / BLOCK_BYTES) }, () => block)
  return new Blob([...whole, block.subarray(0, bytes % BLOCK_BYTES)], { type: 'application/octet-stream' })
}

function measureUpload(
  parts: SpeedMeterParts,
  { uploadBytes, transferMs }: MeterLimits,
  { signal, onProgress }: MeasureOptions,
): Promise<number | null> {
  onProgress({ phase: 'upload', done: 0, value: null })
  const body = bodyOf(uploadBytes, parts.fillRandom)
  const request = parts.newUpload()
  const start = parts.clock()
  const took = () => Math.max(1, parts.clock() - start)
  let rate: number | null = null
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const abort = () => request.abort()
    let endLimit = parts.timers.after(transferMs, () => {
      // A busy line or machine may have let nothing out yet: it gets as long again, as the download does for
      // its answer's head. Then there is a slow rate to show, not none.
      if (rate === null) endLimit = parts.timers.after(transferMs, abort)
      else abort()
    })
    const end = () => {
      endLimit()
      signal.removeEventListener('abort', abort)
    }
    request.open('POST', parts.baseUrl + SPEED_TEST_PATHS.upload)
    for (const [name, value] of Object.entries(headersOf(parts))) request.setRequestHeader(name, value)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded }) => {
      rate = megabitsPerSecond(loaded, took())
      const part = Math.max(loaded / uploadBytes, took() / transferMs)
      onProgress({ phase: 'upload', done: Math.min(1, part), value: rate })
    }
    request.onload = () => {
      end()
      const speed = request.status === 200 ? megabitsPerSecond(uploadBytes, took()) : null
      assertAdmitted(parts, request.status, request.responseText).then(() => resolve(speed), reject)
    }
    // Ended by the time limit it has gone as far as it came; a line that broke, too.
    const ended = () => {
      end()
      if (signal.aborted) reject(signal.reason)
      else resolve(rate)
    }
    request.onerror = ended
    request.onabort = ended
    signal.addEventListener('abort', abort)
    request.send(body)
  })
}
