import type { ProviderReadings } from '#shared/host/speed-test.ts'
import type { SpeedTestProgram } from '../../config/deployment.ts'
import { CommandFailure } from '../../platform/command-runner.ts'
import type { HostSystem } from '../../platform/host-system.ts'
import type { FollowedProgram } from '../../platform/program-follower.ts'
import { HostFailure } from '../host-failure.ts'
import type { Cancel, Scheduler } from '../scheduler.ts'
import { type OoklaProgress, parseOoklaLine } from './ookla-lines.ts'

export const PROVIDER_NAME = 'Speedtest'

/** A test takes about half a minute: finding a server, then up to 15 s in each direction. */
export const PROVIDER_TEST_LIMIT_MS = 90_000
/** A program without output for this long hangs. */
const SILENCE_LIMIT_MS = 20_000
/** How long it may take to end after its result. */
const LINGER_LIMIT_MS = 3_000

const MEGABYTE = 1_000_000

const WORDS = {
  missing: `${PROVIDER_NAME} is not installed on this computer.`,
  notStarted: `${PROVIDER_NAME} could not be started.`,
  hangs: `${PROVIDER_NAME} took too long to answer.`,
  unreadable: `${PROVIDER_NAME} gave an answer that could not be read.`,
  noServer: `${PROVIDER_NAME} reached none of its servers.`,
  problem: `${PROVIDER_NAME} could not measure the connection.`,
  cancelled: 'The test was cancelled.',
}

export interface OoklaTestParts {
  readonly system: Pick<HostSystem, 'follow'>
  readonly scheduler: Scheduler
  readonly onProgress: (progress: Omit<OoklaProgress, 'is' | 'bytes'>) => void
}

/** The program's arguments; nothing of them comes from a page. */
export function ooklaArguments({ args, server }: SpeedTestProgram): string[] {
  const own = ['--format=jsonl', '--progress=yes', '--accept-license', '--accept-gdpr']
  if (!server) return [...args, ...own]
  return [...args, ...own, 'id' in server ? `--server-id=${server.id}` : `--host=${server.host}`]
}

/**
 * One test by Ookla's program. The program is ended when the test is cancelled, hangs, moves more than the
 * deployment allows, or prints something unreadable.
 */
export class OoklaTest {
  readonly #configured: SpeedTestProgram
  readonly #parts: OoklaTestParts
  readonly #outcome = Promise.withResolvers<ProviderReadings>()
  readonly #moved = { ping: 0, download: 0, upload: 0 }
  readonly #cancelLimit: Cancel
  #cancelSilence: Cancel
  #program: FollowedProgram | null = null
  #readings: ProviderReadings | null = null
  #isOver = false

  constructor(configured: SpeedTestProgram, parts: OoklaTestParts) {
    this.#configured = configured
    this.#parts = parts
    this.#cancelLimit = parts.scheduler.after(PROVIDER_TEST_LIMIT_MS, () => this.#hangs())
    this.#cancelSilence = parts.scheduler.after(SILENCE_LIMIT_MS, () => this.#hangs())
  }

  /** Runs it to its end. Rejects with `HostFailure`, whose words are for the person. */
  async run(): Promise<ProviderReadings> {
    const onLine = (text: string) => this.#told(text)
    const options = { onLine, onErrorLine: onLine, onEnd: (code: number | null) => this.#ended(code) }
    const { program } = this.#configured
    this.#parts.system.follow(program, ooklaArguments(this.#configured), options).then(
      (started) => {
        // It may have been cancelled while the program started.
        if (this.#isOver) started.end()
        else this.#program = started
      },
      (error: unknown) => this.#notStarted(error),
    )
    return this.#outcome.promise
  }

  cancel(): void {
    this.#fail('failed', WORDS.cancelled)
  }

  #told(text: string): void {
    const line = parseOoklaLine(text)
    // Nothing counts after the result.
    if (line === null || this.#isOver || this.#readings !== null) return
    this.#expectLife(SILENCE_LIMIT_MS, () => this.#hangs())
    if (line.is === 'unreadable') this.#fail('failed', WORDS.unreadable)
    else if (line.is === 'problem') this.#fail('failed', line.noServer ? WORDS.noServer : WORDS.problem)
    else if (line.is === 'progress') this.#progressed(line)
    else if (line.is === 'result') this.#found(line.readings)
  }

  #progressed({ phase, done, value, bytes }: OoklaProgress): void {
    const { megabytesAtMost } = this.#configured
    this.#moved[phase] = bytes
    if (this.#moved.download + this.#moved.upload > megabytesAtMost * MEGABYTE) {
      const words = `${PROVIDER_NAME} moved more than the ${megabytesAtMost} MB that your company allows.`
      this.#fail('failed', words)
    } else this.#parts.onProgress({ phase, done, value })
  }

  #found(readings: ProviderReadings): void {
    this.#readings = readings
    this.#expectLife(LINGER_LIMIT_MS, () => this.#succeed(readings))
  }

  #ended(exitCode: number | null): void {
    if (this.#readings !== null && exitCode === 0) this.#succeed(this.#readings)
    else this.#fail('failed', WORDS.problem)
  }

  #notStarted(error: unknown): void {
    const isMissing = error instanceof CommandFailure && error.reason === 'missing'
    if (isMissing) this.#fail('unsupported', WORDS.missing)
    else this.#fail('failed', WORDS.notStarted)
  }

  #expectLife(withinMs: number, otherwise: () => void): void {
    this.#cancelSilence()
    this.#cancelSilence = this.#parts.scheduler.after(withinMs, otherwise)
  }

  #hangs(): void {
    this.#fail('timeout', WORDS.hangs)
  }

  #succeed(readings: ProviderReadings): void {
    this.#finish(() => this.#outcome.resolve(readings))
  }

  #fail(code: HostFailure['code'], words: string): void {
    this.#finish(() => this.#outcome.reject(new HostFailure(code, words)))
  }

  #finish(settle: () => void): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancelLimit()
    this.#cancelSilence()
    this.#program?.end()
    settle()
  }
}
