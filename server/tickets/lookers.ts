import type { TicketLookers } from '#shared/hubs/live-panel.ts'

/** A person in one of their windows. */
interface Look<C> {
  readonly connection: C
  readonly userID: number
  readonly userName: string
  readonly since: number
}

/** Who has which ticket open, by windows. Only a person's first and last window matter. */
export class Lookers<C> {
  readonly #byTicket = new Map<number, Look<C>[]>()

  /** False where this window already had it open. */
  came(ticketID: number, look: Look<C>): boolean {
    const looks = this.#byTicket.get(ticketID) ?? []
    if (looks.some(({ connection }) => connection === look.connection)) return false
    this.#byTicket.set(ticketID, [...looks, look])
    return true
  }

  /** False where this window didn't have it open. */
  left(ticketID: number, connection: C): boolean {
    const looks = this.#byTicket.get(ticketID) ?? []
    const others = looks.filter((look) => look.connection !== connection)
    if (others.length === 0) this.#byTicket.delete(ticketID)
    else this.#byTicket.set(ticketID, others)
    return others.length < looks.length
  }

  /** Removes a window from everything; answers the tickets that it had open. */
  gone(connection: C): number[] {
    return [...this.#byTicket.keys()].filter((ticketID) => this.left(ticketID, connection))
  }

  of(ticketID: number): TicketLookers {
    const looks = this.#byTicket.get(ticketID) ?? []
    const first = looks.filter(
      ({ userID }, place) => looks.findIndex((look) => look.userID === userID) === place,
    )
    const lookers = first.map(({ userID, userName, since }) => ({
      userID,
      userName,
      since: new Date(since).toISOString(),
    }))
    return { ticketID, lookers }
  }
}
