import type { CancelledCall, MeetingPayload } from '#shared/contract/call-entities.ts'
import { CALL_TEXT, RING_LIMIT_MS } from '#shared/domain/calls.ts'
import { findPerson } from '../auth/people.ts'
import type { Database } from '../db/database.ts'
import { type EndedConnection, type HubIdentity, HubRefusal } from '../hubs/types.ts'
import type { Meetings } from '../meetings/meetings.ts'
import type { Schedule } from '../schedule.ts'
import type { MainConnection } from '../shell/main-hub.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import type { MissedCalls } from './missed-calls.ts'

/** A call that is ringing. */
interface Offer {
  readonly caller: HubIdentity
  /** The calling window, which alone is told how the call goes. */
  readonly connection: MainConnection
  readonly calleeID: number
  readonly calleeName: string
  readonly meeting: MeetingPayload
  /** Ends the time for an answer. */
  readonly stopRinging: () => void
}

export interface WantedCall {
  readonly calleeID: number
  readonly title: string
  readonly meeting: MeetingPayload
}

interface CallServices {
  readonly db: Database
  readonly meetings: Pick<Meetings, 'hasPerson' | 'leave'>
  readonly missed: Pick<MissedCalls, 'add'>
  readonly publisher: MainPublisher
  readonly schedule: Schedule
}

/** Ringing calls and their signals (spec 1 §4.3). In memory, since a call ends with its windows. */
export class CallBoard {
  readonly #services: CallServices
  readonly #offers = new Set<Offer>()

  constructor(services: CallServices) {
    this.#services = services
  }

  /** Rings at somebody's windows. @throws HubRefusal in words for the caller */
  async make(connection: MainConnection, { calleeID, title, meeting }: WantedCall): Promise<void> {
    const { identity: caller } = connection
    if (!caller?.permissions.can('CAN_MAKE_CALL')) throw new HubRefusal('call.notAllowed')
    if (calleeID === caller.userID) throw new HubRefusal('call.yourself')
    const { db, meetings, missed, publisher } = this.#services
    const callee = await findPerson(db, calleeID)
    if (!callee) throw new HubRefusal('person.unknown')
    for (const userID of [caller.userID, calleeID]) {
      if (!(await meetings.hasPerson(meeting.ID, userID))) throw new HubRefusal('meeting.unknown')
    }
    const name = callee.displayName
    this.#take(caller.userID, calleeID)
    connection.send('youAreConnecting', name)
    if (!publisher.isOnline(calleeID)) {
      await missed.add(calleeID, caller.userID, { told: false })
      return connection.send('callOfferDeclined', name, CALL_TEXT.notSignedIn)
    }
    const offer: Offer = {
      caller,
      connection,
      calleeID,
      calleeName: name,
      meeting,
      stopRinging: this.#services.schedule(RING_LIMIT_MS, () => void this.#unanswered(offer)),
    }
    this.#offers.add(offer)
    publisher.toUser(calleeID, 'recieveCall', {
      name: caller.displayName,
      callerID: caller.userID,
      title,
      meeting,
    })
    connection.send('youAreRinging', name)
  }

  /** The meeting to open; null where no such call rings any more. The callee's other windows stop ringing. */
  accept(
    callee: { readonly userID: number; readonly displayName: string },
    callerID: number,
  ): MeetingPayload | null {
    const offer = this.#take(callerID, callee.userID)
    if (!offer) return null
    this.#tellElsewhere(offer)
    offer.connection.send('callOfferAccepted', offer.calleeName)
    offer.connection.send('joinMeeting', offer.meeting)
    return offer.meeting
  }

  /** Declines a call. One that has ended is ignored, since several windows may decline. */
  async decline({ identity }: MainConnection, callerID: number, words: string): Promise<void> {
    const offer = identity ? this.#take(callerID, identity.userID) : null
    if (!offer) return
    this.#tellElsewhere(offer)
    offer.connection.send('callOfferDeclined', offer.calleeName, words || CALL_TEXT.declined)
    // They were told when the call was declined for them.
    if (words === CALL_TEXT.onAnotherCall)
      await this.#services.missed.add(offer.calleeID, callerID, { told: true })
  }

  /** Cancels all unanswered calls of that window. */
  async cancelOf(connection: Pick<MainConnection, 'id'>): Promise<void> {
    for (const offer of [...this.#offers]) {
      if (offer.connection.id === connection.id) await this.#giveUp(offer, 'CANCELLED')
    }
  }

  /** A window has gone: its calls are cancelled, and with a person's last window they leave their meeting. */
  async went(connection: EndedConnection): Promise<void> {
    await this.cancelOf(connection)
    const { identity } = connection
    const { publisher, meetings } = this.#services
    if (identity && !publisher.isOnline(identity.userID)) meetings.leave(identity.userID)
  }

  async #unanswered(offer: Offer): Promise<void> {
    if (!this.#offers.has(offer)) return
    offer.connection.send('callOfferDeclined', offer.calleeName, CALL_TEXT.noAnswer)
    await this.#giveUp(offer, 'UNANSWERED')
  }

  async #giveUp(offer: Offer, reason: CancelledCall['reason']): Promise<void> {
    const { missed, publisher } = this.#services
    const callerID = offer.caller.userID
    this.#take(callerID, offer.calleeID)
    publisher.toUser(offer.calleeID, 'cancelIncomingCall', { callerID, reason })
    await missed.add(offer.calleeID, callerID, { told: publisher.isOnline(offer.calleeID) })
  }

  #tellElsewhere({ calleeID, caller }: Offer): void {
    const call = { name: caller.displayName, callerID: caller.userID }
    this.#services.publisher.toUser(calleeID, 'callRespondedElseWhere', call)
  }

  /** Removes the call between these two. */
  #take(callerID: number, calleeID: number): Offer | null {
    for (const offer of this.#offers) {
      if (offer.caller.userID !== callerID || offer.calleeID !== calleeID) continue
      this.#offers.delete(offer)
      offer.stopRinging()
      return offer
    }
    return null
  }
}
