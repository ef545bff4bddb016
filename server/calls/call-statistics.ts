import type { CallStatistic } from '#shared/contract/support.ts'
import type { CallFigures } from '#shared/hubs/call-figures.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { MessageBudget } from '../hubs/message-budget.ts'
import { HubRefusal } from '../hubs/types.ts'

/** Of one window: once a minute and at the end of a call, of which some may follow one another quickly. */
const FIGURES = { atOnce: 5, perSecond: 1 / 30 }
const SHOWN = 20

type Window = { readonly id: string }

/** How calls went, as each person's window counted it: numbers, kept for support for as long as readings are. */
export class CallStatistics {
  readonly #db: Database
  readonly #clock: Clock
  /** Of this process's windows: a budget protects this process alone. */
  readonly #budgets = new Map<string, MessageBudget>()

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** From the window's own seat; what it told before is replaced. @throws HubRefusal */
  async keep({ id: connectionID }: Window, seat: string, figures: CallFigures): Promise<void> {
    const budget = this.#budgets.get(connectionID) ?? new MessageBudget(FIGURES, this.#clock)
    this.#budgets.set(connectionID, budget)
    if (!budget.take()) throw new HubRefusal('call.tooFast')
    const own = await this.#db
      .selectFrom('callSeats')
      .where('id', '=', seat)
      .where('connectionID', '=', connectionID)
      .select(['userID', 'meetingID', 'takenAt'])
      .executeTakeFirst()
    // Of visitors nothing is kept.
    if (!own || own.userID === null) throw new HubRefusal('call.noSeat')
    const { userID, meetingID, takenAt } = own
    const told = { ...figures, endedAt: this.#clock() }
    await this.#db
      .insertInto('callStatistics')
      .values({ seat, userID, meetingID, beganAt: takenAt, ...told })
      .onConflict((on) => on.columns(['userID', 'seat', 'meetingID']).doUpdateSet(told))
      .execute()
  }

  /** A window has gone. */
  went({ id }: Window): void {
    this.#budgets.delete(id)
  }
}

/** How the newest calls of a person went, the newest first. */
export async function newestStatistics(db: Database, userID: number): Promise<CallStatistic[]> {
  const rows = await db
    .selectFrom('callStatistics')
    .where('userID', '=', userID)
    .select(['id', 'beganAt', 'endedAt', 'way', 'lossIn', 'lossOut', 'jitterMs', 'roundTripMs'])
    .select(['cpuLimited', 'cause', 'silentSeconds'])
    .orderBy('beganAt', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ beganAt, endedAt, ...row }) => ({
    ...row,
    beganAt: new Date(beganAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
  }))
}
