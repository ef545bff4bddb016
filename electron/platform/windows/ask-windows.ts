import * as z from 'zod/mini'
import type { Scheduler } from '../../services/scheduler.ts'
import { WindowsFailure } from './failure.ts'
import { type HelperRequest, helperAnswer } from './messages.ts'
import {
  type AskWindows,
  WINDOWS_CALLS,
  type WindowsCallName,
  type WindowsInterface,
} from './windows-calls.ts'

/** The part of Electron's utility process that is needed. */
export interface HelperProcess {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  kill(): boolean
}

/** A helper that ends this often in that time isn't started again before that time is over. */
const ENDS_MAX = 5
const ENDS_IN_MS = 10 * 60_000

/** Added to the limits of a helper that hasn't answered yet: it may still be starting. */
const START_MS = 15_000

interface Waiting {
  readonly name: string
  settle(value: unknown): void
  fail(failure: WindowsFailure): void
}

interface AskingParts {
  /** Starts a process that runs `helper-process.ts`. */
  readonly start: () => HelperProcess
  readonly scheduler: Scheduler
}

/** One helper process and what it was asked. */
class Helper {
  readonly #process: HelperProcess
  readonly #waiting = new Map<number, Waiting>()
  readonly #scheduler: Scheduler
  #last = 0
  #over = false
  #hasAnswered = false
  onAddresses: () => void = () => {}

  constructor(process: HelperProcess, scheduler: Scheduler, onEnd: () => void) {
    this.#process = process
    this.#scheduler = scheduler
    process.on('message', (message) => this.#told(message))
    process.on('exit', () => {
      this.#over = true
      for (const { name, fail } of this.#waiting.values()) fail(new WindowsFailure(name, 'ended'))
      onEnd()
    })
  }

  get isOver(): boolean {
    return this.#over
  }

  end(): void {
    this.#over = true
    this.#process.kill()
  }

  /** Null for the limit: it is waited for as long as the helper lives. */
  request(name: HelperRequest['name'], input: unknown, limitMs: number | null): Promise<unknown> {
    const id = ++this.#last
    return new Promise<unknown>((resolve, reject) => {
      let cancel = () => {}
      const over = () => {
        cancel()
        this.#waiting.delete(id)
      }
      this.#waiting.set(id, {
        name,
        settle(value) {
          over()
          resolve(value)
        },
        fail(failure) {
          over()
          reject(failure)
        },
      })
      if (limitMs !== null) {
        cancel = this.#scheduler.after(limitMs + (this.#hasAnswered ? 0 : START_MS), () => {
          // Whatever else waits for it can't be answered either.
          this.#waiting.get(id)?.fail(new WindowsFailure(name, 'timeout'))
          this.end()
        })
      }
      this.#process.postMessage({ id, name, input } satisfies HelperRequest)
    })
  }

  #told(message: unknown): void {
    const answer = z.safeParse(helperAnswer, message)
    if (!answer.success) return
    const { data } = answer
    this.#hasAnswered = true
    if ('event' in data) {
      this.onAddresses()
      return
    }
    const waiting = this.#waiting.get(data.id)
    if ('failure' in data) {
      const { call, reason, code } = data.failure
      waiting?.fail(new WindowsFailure(call, reason, code))
    } else waiting?.settle(data.value)
  }
}

/**
 * Windows by a helper process, which is started when it is first asked, and again after it ended. Calls that
 * take long get one of their own.
 */
export function askWindows({ start, scheduler }: AskingParts): WindowsInterface {
  let helper: Helper | null = null
  let ends: number[] = []

  const startHelper = (name: string): Helper => {
    const now = scheduler.now()
    ends = ends.filter((at) => now - at < ENDS_IN_MS)
    if (ends.length >= ENDS_MAX) throw new WindowsFailure(name, 'ended')
    const one: Helper = new Helper(start(), scheduler, () => {
      ends.push(scheduler.now())
      if (helper === one) helper = null
    })
    return one
  }
  const current = (name: string): Helper => {
    if (!helper || helper.isOver) helper = startHelper(name)
    return helper
  }
  const ask = async (name: WindowsCallName, input: unknown): Promise<unknown> => {
    const { limitMs, output, isLong } = WINDOWS_CALLS[name] as (typeof WINDOWS_CALLS)['fileSignature']
    const one = isLong ? new Helper(start(), scheduler, () => {}) : current(name)
    try {
      const value = z.safeParse(output as z.ZodMiniType, await one.request(name, input, limitMs))
      if (!value.success) throw new WindowsFailure(name, 'failed')
      return value.data
    } finally {
      if (isLong) one.end()
    }
  }

  return {
    ask: ask as AskWindows,
    async watchAddresses(changed) {
      for (;;) {
        try {
          const one = current('watchAddresses')
          one.onAddresses = changed
          // It is answered only where Windows can't tell.
          await one.request('watchAddresses', {}, null)
          throw new WindowsFailure('watchAddresses', 'failed')
        } catch (error) {
          const isOver = error instanceof WindowsFailure && error.reason === 'ended'
          if (!isOver || ends.length >= ENDS_MAX) throw error
          // The helper has ended, and the next one goes on watching. What changed in between isn't known.
          changed()
        }
      }
    },
  }
}
