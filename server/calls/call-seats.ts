import { CALL_AWAY_MS, CALL_CAMERAS_MAX } from '#shared/domain/calls.ts'
import { ENGINE_SEAT } from '#shared/hubs/call-engine.ts'
import type { CallRelayAccess, CallSeat, CallSeatState, CallSignal } from '#shared/hubs/call-signal.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Wire } from '../cluster/wire.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import { HubRefusal } from '../hubs/types.ts'
import type { Meetings } from '../meetings/meetings.ts'
import type { MainConnection } from '../shell/main-hub.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import { CallWay, isForEngine, type MakeEngine } from './call-way.ts'
import { WindowBudgets } from './window-budgets.ts'

/** Signals of one window: so many at once, and so many more each second. A new pair of people needs about 25. */
const SIGNALS = { atOnce: 300, perSecond: 15 }
/** Connections with the engine of one window. */
const JOINS = { atOnce: 10, perSecond: 0.5 }
/** A seat as it is taken. */
export const SILENT = { microphone: 'MUTED', camera: 0, screen: 0, raisedAt: null } as const

type Window = Pick<MainConnection, 'id' | 'identity'>

interface CallSeatServices {
  readonly db: Database
  readonly clock: Clock
  readonly background: Pick<Background, 'run' | 'runAfter'>
  readonly meetings: Pick<Meetings, 'hasPerson' | 'join'>
  readonly publisher: Pick<MainPublisher, 'toConnection' | 'isThere'>
  /** A way through the server, for one person in one call. */
  readonly relayFor: (meetingID: number, userID: number) => CallRelayAccess
  /** Told where somebody's presence is another one. */
  readonly onChange: () => void
  /** How servers tell each other of the calls that one of them has. */
  readonly wire: Wire
  /** Passes sound and pictures on where there are more than two; null where nothing does. */
  readonly makeEngine?: MakeEngine | null
}

/**
 * Who talks in which call, from which window, and what those windows tell each other to find a way between them.
 * Sound and picture go directly from window to window, or through the media engine (`CallWay`); the server passes on
 * signals, and only between people of the same call and the engine. A seat outlives its connection by `CALL_AWAY_MS`,
 * so that a call goes on while one comes back.
 */
export class CallSeats {
  readonly #services: CallSeatServices
  readonly #signals: WindowBudgets
  readonly #joins: WindowBudgets
  readonly #way: CallWay

  constructor(services: CallSeatServices) {
    this.#services = services
    const { db, wire, publisher, background, clock, makeEngine = null } = services
    this.#signals = new WindowBudgets(SIGNALS, clock)
    this.#joins = new WindowBudgets(JOINS, clock)
    this.#way = new CallWay(makeEngine, {
      ...{ db, wire },
      send: (connectionID, seat, signal) =>
        publisher.toConnection(connectionID, 'callSignal', ENGINE_SEAT, seat, signal),
      onChange: () => void background.run(() => this.#tellAll()),
      seatsOf: (meetingID) => this.#seatsOf(meetingID),
      onFree: (meetingID) => this.tell(meetingID),
      onTrouble: (error) =>
        void background.run(() => {
          throw error
        }),
    })
  }

  /** How many people can be in the call, visitors among them. */
  mostOf(meetingID: number): Promise<number> {
    return this.#way.mostOf(meetingID)
  }

  /** This server has taken the place of others that died: their calls go on. */
  adopt(): Promise<void> {
    return this.#way.adopt()
  }

  /** A call may begin any moment: its engine is to be ready by then. */
  expect(): void {
    this.#way.expect()
  }

  /** Ends the engine. */
  close(): Promise<void> {
    return this.#way.close()
  }

  /** @throws HubRefusal in words for the person */
  async take(
    { id: connectionID, identity }: Window,
    meetingID: number,
    seat: string,
  ): Promise<CallRelayAccess> {
    this.#signals.spend(connectionID)
    const { db, clock, meetings, publisher } = this.#services
    const userID = identity?.userID
    if (userID === undefined || !(await meetings.hasPerson(meetingID, userID)))
      throw new HubRefusal('meeting.unknown')
    await withinUnit(async () => {
      const left = await db
        .deleteFrom('callSeats')
        .where('userID', '=', userID)
        .where((eb) => eb.or([eb('id', '!=', seat), eb('meetingID', '!=', meetingID)]))
        .returning(['id', 'meetingID', 'connectionID'])
        .executeTakeFirst()
      const taken = await db
        .insertInto('callSeats')
        .values({ id: seat, userID, meetingID, connectionID, ...SILENT, takenAt: clock(), awaySince: null })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ connectionID, awaySince: null })
            .where('callSeats.userID', '=', userID),
        )
        .returning('id')
        .executeTakeFirst()
      if (!taken) throw new HubRefusal('call.noSeat')
      const max = await this.mostOf(meetingID)
      if ((await this.#seatsOf(meetingID)).length > max) throw new HubRefusal('call.full', { max })
      await meetings.join(meetingID, userID)
      if (left && left.id !== seat) publisher.toConnection(left.connectionID, 'callSeatTaken', left.id)
      if (left && left.meetingID !== meetingID) await this.tell(left.meetingID)
      await this.tell(meetingID)
      this.#services.onChange()
    })
    return this.#services.relayFor(meetingID, userID)
  }

  /** A seat that isn't there is left already. */
  async leave({ identity }: Window, seat: string): Promise<void> {
    const userID = identity?.userID
    if (userID === undefined) return
    await withinUnit(async () => {
      const left = await this.#services.db
        .deleteFrom('callSeats')
        .where('id', '=', seat)
        .where('userID', '=', userID)
        .returning('meetingID')
        .executeTakeFirst()
      if (!left) return
      await this.tell(left.meetingID)
      this.#services.onChange()
    })
  }

  /** @throws HubRefusal */
  async change({ id: connectionID }: Window, seat: string, state: CallSeatState): Promise<void> {
    this.#signals.spend(connectionID)
    const { microphone, camera, screen } = state
    await withinUnit(async () => {
      const before = await this.#services.db
        .selectFrom('callSeats')
        .where('id', '=', seat)
        .select('screen')
        .executeTakeFirst()
      const changed = await this.#services.db
        .updateTable('callSeats')
        .set({ microphone, camera: camera ? 1 : 0, screen: screen ? 1 : 0 })
        .where('id', '=', seat)
        .where('connectionID', '=', connectionID)
        .returning('meetingID')
        .executeTakeFirst()
      if (!changed) throw new HubRefusal('call.noSeat')
      const all = await this.#seatsOf(changed.meetingID)
      if (screen && all.filter((one) => one.screen === 1).length > 1)
        throw new HubRefusal('meeting.sharedAlready')
      if (camera && all.filter((one) => one.camera === 1).length > CALL_CAMERAS_MAX)
        throw new HubRefusal('call.cameras', { max: CALL_CAMERAS_MAX })
      await this.tell(changed.meetingID)
      if (before?.screen !== (screen ? 1 : 0)) this.#services.onChange()
    })
  }

  /** From a window's own seat to another of the same call. @throws HubRefusal */
  async signal({ id: connectionID }: Window, from: string, to: string, signal: CallSignal): Promise<void> {
    this.#signals.spend(connectionID)
    const { db, publisher } = this.#services
    if (to === ENGINE_SEAT) return this.#toEngine(connectionID, from, signal)
    // Only the engine says such things, and only to it.
    if (isForEngine(signal)) throw new HubRefusal('call.noSeat')
    const other = await db
      .selectFrom('callSeats as to')
      .innerJoin('callSeats as from', 'from.meetingID', 'to.meetingID')
      .where('from.id', '=', from)
      .where('from.connectionID', '=', connectionID)
      .where('to.id', '=', to)
      .whereRef('to.id', '!=', 'from.id')
      .select('to.connectionID')
      .executeTakeFirst()
    if (!other) throw new HubRefusal('call.noSeat')
    publisher.toConnection(other.connectionID, 'callSignal', from, to, signal)
  }

  async #toEngine(connectionID: string, from: string, signal: CallSignal): Promise<void> {
    const own = await this.#services.db
      .selectFrom('callSeats')
      .where('id', '=', from)
      .where('connectionID', '=', connectionID)
      .select('meetingID')
      .executeTakeFirst()
    if (!own) throw new HubRefusal('call.noSeat')
    if (signal.kind === 'ENGINE_JOIN') this.#joins.spend(connectionID)
    if (!(await this.#way.take(own.meetingID, from, signal))) throw new HubRefusal('call.noSeat')
  }

  /** A window has gone: its seat waits for it. */
  async went({ id }: Pick<Window, 'id'>): Promise<void> {
    this.#signals.forget(id)
    this.#joins.forget(id)
    const { db, clock, background } = this.#services
    await withinUnit(async () => {
      const away = await db
        .updateTable('callSeats')
        .set({ awaySince: clock() })
        .where('connectionID', '=', id)
        .where('awaySince', 'is', null)
        .returning('meetingID')
        .executeTakeFirst()
      if (!away) return
      await this.tell(away.meetingID)
      background.runAfter(CALL_AWAY_MS, () => this.forgetGone())
    })
  }

  /** Seats whose window hasn't come back are free, whichever server it was connected to. */
  async forgetGone(): Promise<void> {
    const { db, clock, publisher } = this.#services
    // The window's end may have gone unnoticed, with its server.
    const seats = await db
      .selectFrom('callSeats')
      .where('awaySince', 'is', null)
      .where('takenAt', '<=', clock() - CALL_AWAY_MS)
      .select(['userID', 'connectionID'])
      .execute()
    for (const { userID, connectionID } of seats)
      if (!publisher.isThere(userID ?? 0, connectionID)) await this.went({ id: connectionID })
    await withinUnit(async () => {
      const gone = await db
        .deleteFrom('callSeats')
        .where('awaySince', '<=', clock() - CALL_AWAY_MS)
        .returning('meetingID')
        .execute()
      for (const meetingID of new Set(gone.map((one) => one.meetingID))) await this.tell(meetingID)
      if (gone.length > 0) this.#services.onChange()
    })
  }

  async #tellAll(): Promise<void> {
    const calls = await this.#services.db.selectFrom('callSeats').select('meetingID').distinct().execute()
    for (const { meetingID } of calls) await this.tell(meetingID)
  }

  /**
   * Tells all windows of the call who is in it, and how. In turn over all servers: what one has read before another took
   * the call isn't told after it.
   */
  tell(meetingID: number): Promise<void> {
    return withinUnit(async () => {
      await holdTurn(this.#services.db)
      await this.#tellNow(meetingID)
    })
  }

  async #tellNow(meetingID: number): Promise<void> {
    const { serve, ...way } = await this.#way.follow(meetingID, (await this.#seatsOf(meetingID)).length)
    const rows = await this.#seatsOf(meetingID)
    serve(rows)
    const seats = rows.map(
      ({ id, userID, name, microphone, camera, screen, awaySince, hostID, raisedAt }): CallSeat => ({
        ...{ seat: id, userID, name, microphone, camera: camera === 1, screen: screen === 1 },
        ...{ isAway: awaySince !== null, isHost: hostID === userID, raisedAt },
      }),
    )
    for (const { connectionID } of rows)
      this.#services.publisher.toConnection(connectionID, 'callSeats', { meetingID, ...way, seats })
  }

  #seatsOf(meetingID: number) {
    return this.#services.db
      .selectFrom('callSeats as s')
      .leftJoin('users as u', 'u.id', 's.userID')
      .innerJoin('meetings as m', 'm.id', 's.meetingID')
      .where('s.meetingID', '=', meetingID)
      .select((e) => e.fn.coalesce('u.displayName', 's.visitorName', e.val('')).as('name'))
      .select(['s.id', 's.userID', 's.microphone', 's.camera', 's.screen'])
      .select(['s.awaySince', 's.connectionID', 's.raisedAt', 'm.hostID'])
      .orderBy('s.takenAt')
      .orderBy('s.id')
      .execute()
  }
}
