import * as z from 'zod/mini'
import { megabitsPerSecond } from '#shared/domain/speed-test.ts'
import type { ProviderReadings } from '#shared/host/speed-test.ts'

/** A test's progress; `bytes` are those of the present phase. */
export interface OoklaProgress {
  readonly is: 'progress'
  readonly phase: 'ping' | 'download' | 'upload'
  /** From 0 to 1. */
  readonly done: number
  /** In Mbit/s, of a ping in ms. */
  readonly value: number | null
  readonly bytes: number
}

/**
 * What a line of the program means. `other`: it shows that the program is alive. `unreadable`: it should have
 * meant something.
 */
export type OoklaLine =
  | OoklaProgress
  | { readonly is: 'result'; readonly readings: ProviderReadings }
  | { readonly is: 'problem'; readonly noServer: boolean }
  | { readonly is: 'other' | 'unreadable' }

/** Above any figure that can occur. */
const FIGURE_MAX = 1e12
const NAME_MAX = 60

const figure = z.number().check(z.minimum(0), z.maximum(FIGURE_MAX))
/** Bandwidth is in bytes a second. */
const transfer = z.object({ bandwidth: figure, bytes: figure, progress: figure })
const name = z.string().check(z.minLength(1), z.maxLength(200))

const progressLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping'), ping: z.object({ latency: figure, progress: figure }) }),
  z.object({ type: z.literal('download'), download: transfer }),
  z.object({ type: z.literal('upload'), upload: transfer }),
])
const resultLine = z.object({
  ping: z.object({ latency: figure, jitter: figure }),
  download: z.object({ bandwidth: figure }),
  upload: z.object({ bandwidth: figure }),
  packetLoss: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(100)))),
  server: z.object({ name, location: z.optional(z.string()), country: z.optional(z.string()) }),
})
const logLine = z.object({ level: z.string(), message: z.optional(z.string()) })
const anyLine = z.object({ type: z.optional(z.string()), error: z.optional(z.string()) })

/** What the program prints when it reaches no server, or not even the list of servers. */
const NO_SERVER = /NoServers|ConfigurationError|resolve host|HostNotFound|open socket|unreachable|timeout/i

/**
 * Reads a line of Ookla's `speedtest --format=jsonl`. Lines that don't begin as JSON (its licence at the
 * first run, its log) are ignored. Only the fields named here are used, since others hold the machine's
 * addresses.
 *
 * @returns null for a line that isn't JSON
 */
export function parseOoklaLine(text: string): OoklaLine | null {
  if (!text.startsWith('{')) return null
  try {
    return read(JSON.parse(text))
  } catch {
    return { is: 'unreadable' }
  }
}

/** @throws where it doesn't fit */
function read(line: unknown): OoklaLine {
  const { type, error } = z.parse(anyLine, line)
  if (error !== undefined) return { is: 'problem', noServer: NO_SERVER.test(error) }
  if (type === 'log') {
    const { level, message = '' } = z.parse(logLine, line)
    return level === 'error' ? { is: 'problem', noServer: NO_SERVER.test(message) } : { is: 'other' }
  }
  if (type === 'result') return { is: 'result', readings: readingsOf(z.parse(resultLine, line)) }
  if (type === 'ping' || type === 'download' || type === 'upload')
    return progressOf(z.parse(progressLine, line))
  return { is: 'other' }
}

function progressOf(line: z.output<typeof progressLine>): OoklaProgress {
  const { type: phase } = line
  if (phase === 'ping') {
    const { latency, progress } = line.ping
    return { is: 'progress', phase, done: Math.min(1, progress), value: latency, bytes: 0 }
  }
  const { bandwidth, bytes, progress } = phase === 'download' ? line.download : line.upload
  const value = megabitsPerSecond(bandwidth, 1000)
  return { is: 'progress', phase, done: Math.min(1, progress), value, bytes }
}

function readingsOf({
  ping,
  download,
  upload,
  packetLoss,
  server,
}: z.output<typeof resultLine>): ProviderReadings {
  const words = [server.name, server.location, server.country].map((one) => one?.trim() ?? '')
  return {
    download: megabitsPerSecond(download.bandwidth, 1000),
    upload: megabitsPerSecond(upload.bandwidth, 1000),
    ping: ping.latency,
    jitter: ping.jitter,
    loss: packetLoss ?? null,
    server: words
      .filter((one) => one !== '')
      .map((one) => one.slice(0, NAME_MAX))
      .join(', '),
  }
}
