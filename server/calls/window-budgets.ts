import type { Clock } from '../clock.ts'
import { MessageBudget } from '../hubs/message-budget.ts'
import type { HubLimits } from '../hubs/settings.ts'
import { HubRefusal } from '../hubs/types.ts'

/** What each window may ask of a call. Of this process's windows: a budget protects this process alone. */
export class WindowBudgets {
  readonly #limit: HubLimits['messageBudget']
  readonly #clock: Clock
  readonly #ofWindow = new Map<string, MessageBudget>()

  constructor(limit: HubLimits['messageBudget'], clock: Clock) {
    this.#limit = limit
    this.#clock = clock
  }

  /** @throws HubRefusal where nothing is left */
  spend(windowID: string): void {
    const budget = this.#ofWindow.get(windowID) ?? new MessageBudget(this.#limit, this.#clock)
    this.#ofWindow.set(windowID, budget)
    if (!budget.take()) throw new HubRefusal('call.tooFast')
  }

  /** The window has gone. */
  forget(windowID: string): void {
    this.#ofWindow.delete(windowID)
  }
}
