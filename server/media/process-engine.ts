import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type EngineCommand, type EngineSettings, engineEvent } from './engine-messages.ts'
import type { EngineListener, MediaEngine, Published, RoomStatistics, WantedCamera } from './media-engine.ts'

const PROGRAM = fileURLToPath(new URL('./engine-process.ts', import.meta.url))

/** From a process's death to the next one, in milliseconds: longer each time that it dies soon. */
const RESTART_MS = [100, 1000, 5000, 30_000] as const
/** One that lived so long didn't die soon. */
const LIVED_MS = 60_000
/** How long figures are waited for, in milliseconds. */
const ANSWER_MS = 2000
const NO_STATISTICS: RoomStatistics = { seats: [], speakers: [] }

export interface ProcessEngineParts {
  readonly settings: EngineSettings
  readonly listener: EngineListener
  /** What the process wrote or how it ended, for the log. */
  readonly onTrouble: (what: string) => void
}

/** The engine in a process of its own: what becomes of it holds up nothing else. */
export class ProcessEngine implements MediaEngine {
  readonly #parts: ProcessEngineParts
  #child: ChildProcess | null = null
  #isWanted = false
  #isReady = false
  #restart: NodeJS.Timeout | null = null
  #deaths = 0
  #asked = 0
  readonly #waiting = new Map<number, (statistics: RoomStatistics) => void>()

  constructor(parts: ProcessEngineParts) {
    this.#parts = parts
  }

  /** Of the process that runs; null for none. For tests, which end it. */
  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  wake(): void {
    if (this.#isWanted) return
    this.#isWanted = true
    this.#begin()
  }

  join(room: string, seat: string, attempt: number): void {
    this.#tell({ kind: 'JOIN', room, seat, attempt })
  }

  answer(seat: string, attempt: number, sdp: string): void {
    this.#tell({ kind: 'ANSWER', seat, attempt, sdp })
  }

  publish(seat: string, what: Published): void {
    this.#tell({ kind: 'PUBLISH', seat, what: { ...what } })
  }

  subscribe(seat: string, cameras: readonly WantedCamera[]): void {
    this.#tell({ kind: 'SUBSCRIBE', seat, cameras: cameras.map((camera) => ({ ...camera })) })
  }

  leave(seat: string): void {
    this.#tell({ kind: 'LEAVE', seat })
  }

  statistics(room: string): Promise<RoomStatistics> {
    if (!this.#isReady) return Promise.resolve(NO_STATISTICS)
    const id = ++this.#asked
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#waiting.get(id)?.(NO_STATISTICS), ANSWER_MS)
      this.#waiting.set(id, (statistics) => {
        clearTimeout(timer)
        this.#waiting.delete(id)
        resolve(statistics)
      })
      this.#tell({ kind: 'STATISTICS', id, room })
    })
  }

  async close(): Promise<void> {
    this.#isWanted = false
    if (this.#restart) clearTimeout(this.#restart)
    const child = this.#child
    if (!child) return
    const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
    child.kill('SIGKILL')
    await ended
  }

  #begin(): void {
    const { settings, onTrouble } = this.#parts
    const beganAt = performance.now()
    const child = fork(PROGRAM, [JSON.stringify(settings)], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    // A call is no reason for the server to stay.
    child.unref()
    child.channel?.unref()
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2000)
    })
    child.on('message', (message) => this.#hear(message))
    child.on('error', (error) => onTrouble(error.message))
    child.on('exit', (code, signal) => {
      this.#child = null
      this.#isReady = false
      for (const done of [...this.#waiting.values()]) done(NO_STATISTICS)
      if (!this.#isWanted) return
      onTrouble(`ended with ${signal ?? code}. ${said}`.trim())
      this.#parts.listener.onRun(null)
      this.#deaths = performance.now() - beganAt > LIVED_MS ? 0 : this.#deaths + 1
      const inMs = RESTART_MS[Math.min(this.#deaths, RESTART_MS.length) - 1] ?? RESTART_MS[0]
      this.#restart = setTimeout(() => this.#begin(), inMs).unref()
    })
  }

  #tell(command: EngineCommand): void {
    // One that is about to end takes nothing more: its people come anew.
    if (this.#child?.connected) this.#child.send(command, () => {})
  }

  #hear(message: unknown): void {
    const { success, data } = engineEvent.safeParse(message)
    if (!success) {
      this.#parts.onTrouble('said something that is none of its words')
      return
    }
    const { listener } = this.#parts
    if (data.kind === 'OFFER') listener.onOffer(data.seat, data.attempt, data.sdp)
    else if (data.kind === 'SLOTS') listener.onSlots(data.seat, data.attempt, data.slots)
    else if (data.kind === 'STATISTICS') this.#waiting.get(data.id)?.(data.statistics)
    else {
      this.#isReady = true
      const { bindAddress } = this.#parts.settings
      const at = bindAddress === null ? {} : { address: bindAddress }
      listener.onRun({ id: randomUUID(), port: data.port, ...at })
    }
  }
}
