import * as z from 'zod/mini'
import type { Report } from '../log.ts'
import type { Scheduler } from '../scheduler.ts'
import { FailureCount } from './failure-count.ts'

const note = z.object({ withoutGpu: z.string() })

interface GraphicsParts {
  /** The client's version; another version tries the graphics processor again. */
  readonly version: string
  readonly read: () => string | null
  readonly write: (text: string) => void
  readonly scheduler: Pick<Scheduler, 'now'>
  readonly report: Report
}

/**
 * Chromium restarts the graphics processor's process by itself. If it ends three times in five minutes, the
 * client draws without it from its next start on, until it is updated.
 */
export class Graphics {
  readonly #parts: GraphicsParts
  readonly #failures: FailureCount

  constructor(parts: GraphicsParts) {
    this.#parts = parts
    this.#failures = new FailureCount(parts.scheduler)
  }

  /** Whether this start does without it. An unreadable note counts as none. */
  isSwitchedOff(): boolean {
    try {
      const text = this.#parts.read()
      return text !== null && z.parse(note, JSON.parse(text)).withoutGpu === this.#parts.version
    } catch {
      return false
    }
  }

  /** @param type and reason as Electron names them */
  childGone(type: string, reason: string): void {
    const { report, write, version } = this.#parts
    report(`a process of the client has gone: ${type}, ${reason}`)
    if (type !== 'GPU' || reason === 'clean-exit' || reason === 'killed' || !this.#failures.add()) return
    try {
      write(JSON.stringify({ withoutGpu: version }))
      report('the graphics processor fails too often; the next start does without it')
    } catch (error) {
      report('could not note that the graphics processor fails', error)
    }
  }
}
