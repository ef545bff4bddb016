import { randomUUID } from 'node:crypto'
import type { CancelledCall, MeetingPayload } from '#shared/contract/call-entities.ts'
import { CALL_TEXT, RING_LIMIT_MS } from '#shared/domain/calls.ts'
import type { EventArgs, EventName } from '#shared/hubs/hub.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import { findPerson } from '../auth/people.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { CallOfferTable } from '../db/schema/live.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import { type EndedConnection, type HubIdentity, HubRefusal } from '../hubs/types.ts'
import type { Meetings } from '../meetings/meetings.ts'
import type { MainConnection } from '../shell/main-hub.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import { noteOutcome, noteRing } from './call-entries.ts'
import type { MissedCalls } from './missed-calls.ts'

/**
 * How long after its time a call is ended by a server that didn't begin it: the one that did is the first to, and
 * clocks may differ.
 */
export const RING_GRACE_MS = 20_000

export interface WantedCall {
  readonly calleeID: number
  readonly title: string
  readonly meeting: MeetingPayload
}

/** Who calls, from which window. */
export interface CallingWindow extends Pick<MainConnection, 'send'> {
  /** On the shell's hub; null where the call is made on another, and all windows of the caller are told. */
  readonly id: string | null
  readonly identity: HubIdentity | null
}

interface CallServices {
  readonly db: Database
  readonly clock: Clock
  readonly background: Pick<Background, 'runAfter'>
  readonly meetings: Pick<Meetings, 'hasPerson' | 'leave' | 'unanswered'>
  readonly missed: Pick<MissedCalls, 'add'>
  readonly publisher: MainPublisher
  /** It rings at somebody's windows: soon there may be a call. */
  readonly onRing?: () => void
}

/**
 * Ringing calls and their signals (spec 1 §4.3). A call that rings is a row: whoever deletes it, on whichever
 * server, answers, declines, cancels or ends it, so that one thing comes of each call. What is told of it is told
 * in the same unit.
 */
export class CallBoard {
  readonly #services: CallServices

  constructor(services: CallServices) {
    this.#services = services
  }

  /** Rings at somebody's windows. @throws HubRefusal in words for the caller */
  async make(window: CallingWindow, { calleeID, title, meeting }: WantedCall): Promise<void> {
    const caller = window.identity
    if (!caller?.permissions.can('CAN_MAKE_CALL')) throw new HubRefusal('call.notAllowed')
    if (calleeID === caller.userID) throw new HubRefusal('call.yourself')
    const { db, clock, background, meetings, missed, publisher } = this.#services
    const callee = await findPerson(db, calleeID)
    if (!callee) throw new HubRefusal('person.unknown')
    for (const userID of [caller.userID, calleeID]) {
      if (!(await meetings.hasPerson(meeting.ID, userID))) throw new HubRefusal('meeting.unknown')
    }
    const name = callee.displayName
    const ring = { callerID: caller.userID, calleeID, meetingID: meeting.ID }
    window.send('youAreConnecting', name)
    if (!publisher.isOnline(calleeID)) {
      await withinUnit(async () => {
        await this.#take({ callerID: caller.userID, calleeID })
        await noteRing(db, ring, clock())
        await this.#ended(ring, { caller: 'MISSED', callee: 'MISSED' })
        await missed.add(calleeID, caller.userID, { told: false })
      })
      return window.send('callOfferDeclined', name, CALL_TEXT.notSignedIn)
    }
    const id = randomUUID()
    const offer = {
      id,
      connectionID: window.id,
      meetingID: meeting.ID,
      screenShare: meeting.screenShare ? 1 : 0,
      endsAt: clock() + RING_LIMIT_MS,
    }
    await withinUnit(async () => {
      await noteRing(db, ring, clock())
      await db
        .insertInto('callOffers')
        .values({ ...offer, callerID: caller.userID, calleeID })
        // Who calls the same person again rings anew.
        .onConflict((conflict) => conflict.columns(['callerID', 'calleeID']).doUpdateSet(offer))
        .execute()
      publisher.toUser(calleeID, 'recieveCall', {
        name: caller.displayName,
        callerID: caller.userID,
        title,
        meeting,
      })
      this.tellHistory(caller.userID, calleeID)
    })
    this.#services.onRing?.()
    background.runAfter(RING_LIMIT_MS, () => this.#unanswered(id))
    window.send('youAreRinging', name)
  }

  /** The meeting to open; null where no such call rings any more. The callee's other windows stop ringing. */
  accept(
    callee: { readonly userID: number; readonly sessionID: string },
    callerID: number,
  ): Promise<MeetingPayload | null> {
    return withinUnit(async () => {
      const offer = await this.#take({ callerID, calleeID: callee.userID })
      if (!offer) return null
      const answeredIn = callee.sessionID
      await this.#ended(offer, { caller: 'ANSWERED', callee: 'ANSWERED', answeredIn })
      const meeting = { ID: offer.meetingID, screenShare: offer.screenShare === 1 }
      await this.#tellElsewhere(offer)
      this.#tellCaller(offer, 'callOfferAccepted', await this.#nameOf(offer.calleeID))
      this.#tellCaller(offer, 'joinMeeting', meeting)
      return meeting
    })
  }

  /** Declines a call. One that has ended is ignored, since several windows may decline. */
  async decline({ identity }: MainConnection, callerID: number, words: string): Promise<void> {
    if (!identity) return
    const calleeID = identity.userID
    await withinUnit(async () => {
      const offer = await this.#take({ callerID, calleeID })
      if (!offer) return
      const isBusy = words === CALL_TEXT.onAnotherCall
      await this.#ended(offer, { caller: 'DECLINED', callee: isBusy ? 'MISSED' : 'DECLINED' })
      await this.#tellElsewhere(offer)
      const name = await this.#nameOf(calleeID)
      this.#tellCaller(offer, 'callOfferDeclined', name, words || CALL_TEXT.declined)
      // They were told when the call was declined for them.
      if (isBusy) await this.#services.missed.add(calleeID, callerID, { told: true })
    })
  }

  /** Cancels all unanswered calls of that window. */
  async cancelOf({ id }: Pick<MainConnection, 'id'>): Promise<void> {
    const { db } = this.#services
    const calls = await db.selectFrom('callOffers').where('connectionID', '=', id).select('id').execute()
    for (const call of calls)
      await withinUnit(async () => {
        const offer = await this.#take({ id: call.id, connectionID: id })
        if (offer) await this.#missed(offer, 'CANCELLED')
      })
  }

  /** A window has gone: its calls are cancelled, and with a person's last window they leave their meeting. */
  async went(connection: EndedConnection): Promise<void> {
    await this.cancelOf(connection)
    const { identity } = connection
    const { publisher, meetings } = this.#services
    if (identity && !(await publisher.isConnected(identity.userID))) await meetings.leave(identity.userID)
  }

  /** Ends calls whose server died before they were answered. */
  async endLate(): Promise<void> {
    const { db, clock } = this.#services
    const late = await db
      .selectFrom('callOffers')
      .where('endsAt', '<=', clock() - RING_GRACE_MS)
      .select('id')
      .execute()
    for (const { id } of late) await this.#unanswered(id)
  }

  async #unanswered(id: string): Promise<void> {
    await withinUnit(async () => {
      const offer = await this.#take({ id })
      if (!offer) return
      this.#tellCaller(offer, 'callOfferDeclined', await this.#nameOf(offer.calleeID), CALL_TEXT.noAnswer)
      await this.#missed(offer, 'UNANSWERED')
    })
  }

  /** Their lists of calls are otherwise. */
  tellHistory(...userIDs: readonly number[]): void {
    for (const userID of userIDs)
      this.#services.publisher.toUser(userID, 'workingDayChange', { entity: 'CALL', ids: [] })
  }

  async #ended(
    ring: Pick<CallOfferTable, 'callerID' | 'calleeID' | 'meetingID'>,
    end: Parameters<typeof noteOutcome>[2],
  ): Promise<void> {
    await noteOutcome(this.#services.db, ring, end, this.#services.clock())
    if (end.caller !== 'ANSWERED') await this.#services.meetings.unanswered(ring.meetingID)
    this.tellHistory(ring.callerID, ring.calleeID)
  }

  async #missed(offer: CallOfferTable, reason: CancelledCall['reason']): Promise<void> {
    const { missed, publisher } = this.#services
    const { callerID, calleeID } = offer
    await this.#ended(offer, { caller: reason === 'CANCELLED' ? 'CANCELLED' : 'MISSED', callee: 'MISSED' })
    publisher.toUser(calleeID, 'cancelIncomingCall', { callerID, reason })
    await missed.add(calleeID, callerID, { told: publisher.isOnline(calleeID) })
  }

  async #tellElsewhere({ calleeID, callerID }: CallOfferTable): Promise<void> {
    const call = { name: await this.#nameOf(callerID), callerID }
    this.#services.publisher.toUser(calleeID, 'callRespondedElseWhere', call)
  }

  #tellCaller<N extends EventName<typeof mainHub>>(
    { connectionID, callerID }: CallOfferTable,
    event: N,
    ...args: EventArgs<typeof mainHub, N>
  ): void {
    const { publisher } = this.#services
    if (connectionID === null) publisher.toUser(callerID, event, ...args)
    else publisher.toConnection(connectionID, event, ...args)
  }

  async #nameOf(userID: number): Promise<string> {
    const { displayName } = await this.#services.db
      .selectFrom('users')
      .where('id', '=', userID)
      .select('displayName')
      .executeTakeFirstOrThrow()
    return displayName
  }

  /** Takes the call away; null where it rings no more. One statement decides who does. */
  async #take(
    which: Partial<Pick<CallOfferTable, 'id' | 'callerID' | 'calleeID' | 'connectionID'>>,
  ): Promise<CallOfferTable | null> {
    const gone = await this.#services.db
      .deleteFrom('callOffers')
      .where((eb) => eb.and(which))
      .returningAll()
      .executeTakeFirst()
    return gone ?? null
  }
}
