import { describe, expect, test } from 'vitest'
import { SPEED_TEST_PATHS } from '#shared/contract/speed-test.ts'
import type { MeterLimits } from '#shared/domain/speed-test.ts'
import { createSpeedMeter, type MeterProgress, type MeterUpload } from './speed-test.ts'

const LIMITS: MeterLimits = {
  downloadBytes: 400_000,
  uploadBytes: 100_000,
  transferMs: 1000,
  pings: 4,
  pingMs: 500,
}

interface Line {
  /** How long each ping takes; null for one that never comes back. The first is the warm-up. */
  readonly pings: readonly (number | null)[]
  readonly chunks: number
  readonly chunkMs: number
  readonly status: number
  readonly uploadMs: number
}

/** A meter on a line with a clock of its own: time passes only in what is measured. */
function meterOn({
  pings = [50, 20, 20, 20, 20],
  chunks = 4,
  chunkMs = 100,
  status = 200,
  uploadMs = 80,
}: Partial<Line> = {}) {
  let now = 0
  const limits = new Set<{ at: number; run: () => void }>()
  const pass = (ms: number) => {
    const until = now + ms
    for (;;) {
      const [next] = [...limits].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)
      if (!next) break
      now = Math.max(now, next.at)
      limits.delete(next)
      next.run()
    }
    now = until
  }
  const asked: string[] = []
  let pinged = 0
  const refusal = () => new Response(JSON.stringify({ value: 'Not you' }), { status })
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    init?.signal?.throwIfAborted()
    const url = String(input)
    asked.push(url)
    if (status >= 400) return refusal()
    if (url.includes('ping')) {
      const took = pings[pinged++]
      pass(took ?? 10_000)
      init?.signal?.throwIfAborted()
      return new Response(null, { status: 204 })
    }
    let left = chunks
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (left-- === 0) return controller.close()
          pass(chunkMs)
          controller.enqueue(new Uint8Array(LIMITS.downloadBytes / 4))
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(body)
  }
  const newUpload = (): MeterUpload => {
    const request: MeterUpload = {
      status,
      responseText: '{}',
      upload: { onprogress: null },
      onload: null,
      onerror: null,
      onabort: null,
      open: (_method: string, url: string | URL) => void asked.push(String(url)),
      setRequestHeader: () => {},
      abort: () => request.onabort?.({} as never),
      send(body) {
        asked.push(`${body.size} bytes`)
        queueMicrotask(() => {
          pass(uploadMs / 2)
          request.upload.onprogress?.({ loaded: body.size / 2 } as ProgressEvent)
          if (uploadMs > LIMITS.transferMs) return pass(uploadMs)
          pass(uploadMs / 2)
          request.onload?.({} as never)
        })
      },
    }
    return request
  }
  const meter = createSpeedMeter({
    baseUrl: 'https://server.example',
    fetch,
    newUpload,
    token: () => 'Bearer token',
    words: async ({ value }) => value,
    clock: () => now,
    timers: {
      after(ms, run) {
        const limit = { at: now + ms, run }
        limits.add(limit)
        return () => limits.delete(limit)
      },
      every: () => () => {},
    },
    fillRandom: () => {},
  })
  const progress: MeterProgress[] = []
  const abort = new AbortController()
  const measure = () =>
    meter.measure(LIMITS, { signal: abort.signal, onProgress: (one) => void progress.push(one) })
  return { measure, progress, asked, abort, limits }
}

describe('a test of the connection', () => {
  test('W012 measures pings without the warm-up, then download, then upload, and says how far it is', async () => {
    const at = meterOn({ pings: [300, 20, 30, 20, 30] })
    expect(await at.measure()).toEqual({ ping: 25, jitter: 10, loss: 0, download: 8, upload: 10 })
    expect([...new Set(at.progress.map(({ phase }) => phase))]).toEqual(['ping', 'download', 'upload'])
    for (const { done } of at.progress) expect(done).toBeLessThanOrEqual(1)
    expect(at.progress.filter(({ phase }) => phase === 'download').at(-1)).toEqual({
      phase: 'download',
      done: 1,
      value: 8,
    })
    expect(at.asked.slice(5)).toEqual([
      `https://server.example${SPEED_TEST_PATHS.download}?bytes=400000`,
      `https://server.example${SPEED_TEST_PATHS.upload}`,
      '100000 bytes',
    ])
    // No time limit is left behind.
    expect(at.limits.size).toBe(0)
  })

  test('W012 a ping that comes too late is lost', async () => {
    const at = meterOn({ pings: [10, 20, 800, 20, null] })
    expect(await at.measure()).toMatchObject({ ping: 20, jitter: 0, loss: 50 })
  })

  test('W012 a slow line is given up after its time, with what had come by then', async () => {
    const at = meterOn({ chunkMs: 600, uploadMs: 1600 })
    expect(await at.measure()).toMatchObject({ download: (200_000 * 8) / 1000 / 1200, upload: 0.5 })
    expect(at.limits.size).toBe(0)
  })

  test('W012 an upload that lets nothing out in its time gets as long again, and is slow rather than not tested', async () => {
    const late = meterOn({ uploadMs: 3980 })
    expect(await late.measure()).toMatchObject({ upload: (50_000 * 8) / 1000 / 1990 })
    expect(late.limits.size).toBe(0)
    const dead = meterOn({ uploadMs: 4020 })
    expect(await dead.measure()).toMatchObject({ upload: null })
    expect(dead.limits.size).toBe(0)
  })

  test('W012 a dead line loses everything, and is not waited for ten times', async () => {
    const at = meterOn({ pings: [null, null, null, null, null] })
    expect(await at.measure()).toMatchObject({ ping: null, jitter: null, loss: 100 })
    expect(at.asked.filter((url) => url.includes('ping'))).toHaveLength(4)
  })

  test('W012 a refusal ends the test with the server’s words', async () => {
    await expect(meterOn({ status: 403 }).measure()).rejects.toMatchObject({
      status: 403,
      message: 'Not you',
    })
  })

  test('W012 a server in trouble is a result, not a refusal', async () => {
    expect(await meterOn({ status: 500 }).measure()).toMatchObject({
      loss: 100,
      download: null,
      upload: null,
    })
  })

  test('W012 is cancelled at once', async () => {
    const at = meterOn()
    const measured = at.measure()
    at.abort.abort()
    await expect(measured).rejects.toMatchObject({ name: 'AbortError' })
    expect(at.asked).toHaveLength(1)
  })
})
