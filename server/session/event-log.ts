import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** Most entries that are kept for a person; the oldest are dropped. */
const EVENTS_KEPT = 1000

export interface LoggedEvent {
  readonly userID: number
  readonly actionName: string
  readonly description: string
}

/** What people's clients report (spec 1 §7, log-event). */
export class EventLog {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async add(event: LoggedEvent): Promise<void> {
    await this.#db
      .insertInto('eventLog')
      .values({ ...event, at: this.#clock() })
      .execute()
    const kept = this.#db
      .selectFrom('eventLog')
      .select('id')
      .where('userID', '=', event.userID)
      .orderBy('id', 'desc')
      .limit(EVENTS_KEPT)
    await this.#db
      .deleteFrom('eventLog')
      .where('userID', '=', event.userID)
      .where('id', 'not in', kept)
      .execute()
  }
}
