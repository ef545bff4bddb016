import type { Clock } from '../clock.ts'
import type { HubLimits } from './settings.ts'

/** What one client may send: so many messages at once, and so many more each second. */
export class MessageBudget {
  readonly #limit: HubLimits['messageBudget']
  readonly #clock: Clock
  #left: number
  #countedAt: number

  constructor(limit: HubLimits['messageBudget'], clock: Clock) {
    this.#limit = limit
    this.#clock = clock
    this.#left = limit.atOnce
    this.#countedAt = clock()
  }

  /** Takes one message from the budget; false where nothing is left. */
  take(): boolean {
    const now = this.#clock()
    const { atOnce, perSecond } = this.#limit
    // If the clock was set back, nothing changes.
    const cameBack = (Math.max(0, now - this.#countedAt) / 1000) * perSecond
    this.#left = Math.min(atOnce, this.#left + cameBack)
    this.#countedAt = now
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}
