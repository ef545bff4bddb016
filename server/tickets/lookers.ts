import type { TicketLookers } from '#shared/hubs/live-panel.ts'
import type { Database } from '../db/database.ts'

/** A person in one of their windows. */
interface Look {
  readonly connectionID: string
  readonly userID: number
  readonly since: number
}

/** Who has which ticket open, by windows, on whichever server. Only a person's first and last window matter. */
export class Lookers {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** False where this window already had it open. */
  async came(ticketID: number, look: Look): Promise<boolean> {
    const added = await this.#db
      .insertInto('ticketLooks')
      .values({ ticketID, ...look })
      .onConflict((conflict) => conflict.doNothing())
      .returning('ticketID')
      .executeTakeFirst()
    return added !== undefined
  }

  /** False where this window didn't have it open. */
  async left(ticketID: number, connectionID: string): Promise<boolean> {
    const gone = await this.#db
      .deleteFrom('ticketLooks')
      .where('connectionID', '=', connectionID)
      .where('ticketID', '=', ticketID)
      .returning('ticketID')
      .executeTakeFirst()
    return gone !== undefined
  }

  /** The tickets that a window has open. */
  async openIn(connectionID: string): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('ticketLooks')
      .where('connectionID', '=', connectionID)
      .select('ticketID')
      .orderBy('ticketID')
      .execute()
    return rows.map(({ ticketID }) => ticketID)
  }

  async of(ticketID: number): Promise<TicketLookers> {
    const looks = await this.#db
      .selectFrom('ticketLooks as l')
      .innerJoin('users as u', 'u.id', 'l.userID')
      .where('l.ticketID', '=', ticketID)
      .select(['l.userID', 'u.displayName as userName', 'l.since'])
      .orderBy('l.since')
      .orderBy('l.userID')
      .execute()
    const first = looks.filter(
      ({ userID }, place) => looks.findIndex((look) => look.userID === userID) === place,
    )
    const lookers = first.map(({ since, ...look }) => ({ ...look, since: new Date(since).toISOString() }))
    return { ticketID, lookers }
  }
}
