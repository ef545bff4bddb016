import type { CallReaction } from '#shared/domain/calls.ts'
import type { CallHostRequest } from '#shared/hubs/call-room.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import { HubRefusal } from '../hubs/types.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import type { CallSeats } from './call-seats.ts'
import { WindowBudgets } from './window-budgets.ts'

/** Of one window: so many at once, and so many more each second. A person clapping needs no more. */
const GESTURES = { atOnce: 6, perSecond: 1 }

interface CallRoomServices {
  readonly db: Database
  readonly clock: Clock
  readonly publisher: Pick<MainPublisher, 'toConnection'>
  readonly seats: Pick<CallSeats, 'tell'>
}

type Window = { readonly id: string }

/** A seat, as far as gestures need it. */
interface OwnSeat {
  readonly meetingID: number
  readonly isHost: boolean
  readonly name: string
}

/** Hands, reactions and what a host asks, between the windows of one call. Each comes from a window's own seat. */
export class CallRoom {
  readonly #services: CallRoomServices
  readonly #gestures: WindowBudgets

  constructor(services: CallRoomServices) {
    this.#services = services
    this.#gestures = new WindowBudgets(GESTURES, services.clock)
  }

  /** A hand that is up keeps its place in the order. @throws HubRefusal */
  async raise(window: Window, seat: string, isUp: boolean): Promise<void> {
    this.#gestures.spend(window.id)
    const { meetingID } = await this.#own(window, seat)
    await this.#setHand(meetingID, seat, isUp)
  }

  /** @throws HubRefusal */
  async react(window: Window, seat: string, reaction: CallReaction): Promise<void> {
    this.#gestures.spend(window.id)
    const { meetingID } = await this.#own(window, seat)
    for (const { connectionID } of await this.#windowsOf(meetingID))
      this.#services.publisher.toConnection(connectionID, 'callReaction', seat, reaction)
  }

  /** @throws HubRefusal for who doesn't host the meeting, and for a seat that isn't of it */
  async ask(window: Window, seat: string, request: CallHostRequest): Promise<void> {
    this.#gestures.spend(window.id)
    const { meetingID, isHost, name } = await this.#own(window, seat)
    if (!isHost) throw new HubRefusal('call.hostOnly')
    const others = (await this.#windowsOf(meetingID)).filter(({ id }) => id !== seat)
    const asked = request.kind === 'MUTE_ALL' ? others : others.filter(({ id }) => id === request.seat)
    if (request.kind !== 'MUTE_ALL' && asked.length === 0) throw new HubRefusal('call.noSuchSeat')
    if (request.kind === 'LOWER_HAND') return this.#setHand(meetingID, request.seat, false)
    for (const { id, connectionID } of asked)
      this.#services.publisher.toConnection(connectionID, 'callMuteAsked', id, name)
  }

  /** A window has gone. */
  went({ id }: Window): void {
    this.#gestures.forget(id)
  }

  async #own(window: Window, seat: string): Promise<OwnSeat> {
    const own = await this.#services.db
      .selectFrom('callSeats as s')
      .innerJoin('meetings as m', 'm.id', 's.meetingID')
      .leftJoin('users as u', 'u.id', 's.userID')
      .where('s.id', '=', seat)
      .where('s.connectionID', '=', window.id)
      .select(['s.meetingID', 's.userID', 'm.hostID', 'u.displayName as name'])
      .executeTakeFirst()
    if (!own) throw new HubRefusal('call.noSeat')
    return { meetingID: own.meetingID, isHost: own.hostID === own.userID, name: own.name ?? '' }
  }

  #windowsOf(meetingID: number): Promise<{ id: string; connectionID: string }[]> {
    return this.#services.db
      .selectFrom('callSeats')
      .where('meetingID', '=', meetingID)
      .select(['id', 'connectionID'])
      .orderBy('takenAt')
      .orderBy('id')
      .execute()
  }

  #setHand(meetingID: number, seat: string, isUp: boolean): Promise<void> {
    const { db, clock, seats } = this.#services
    return withinUnit(async () => {
      const { numUpdatedRows } = await db
        .updateTable('callSeats')
        .set({ raisedAt: isUp ? clock() : null })
        .where('id', '=', seat)
        .where('meetingID', '=', meetingID)
        .where('raisedAt', isUp ? 'is' : 'is not', null)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await seats.tell(meetingID)
    })
  }
}
