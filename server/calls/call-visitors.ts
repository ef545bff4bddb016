import { meetingSubject } from '#shared/contract/public-subjects.ts'
import { CALL_AWAY_MS, VISITOR_GONE_MS, VISITORS_PER_LINK } from '#shared/domain/calls.ts'
import type { CallRelayAccess } from '#shared/hubs/call-signal.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import { HubRefusal } from '../hubs/types.ts'
import type { Meetings } from '../meetings/meetings.ts'
import type { PublicLinks } from '../public/link-store.ts'
import { Refusal } from '../refusal.ts'
import { type CallSeats, SILENT } from './call-seats.ts'
import { WindowBudgets } from './window-budgets.ts'

/** What one window may ask for a seat: a page that is reloaded needs one each. */
const ENTRIES = { atOnce: 5, perSecond: 0.1 }
/** Whom the relay takes a visitor for: no person's id is as large. */
const FIRST_VISITOR = 1_000_000_000_000

/** A visitor's window, as call seats name it. */
export const visitorWindow = (connectionID: string): string => `visitor:${connectionID}`
/** The connection behind such a name; null for a window of the shell's hub. */
export const visitorConnection = (windowID: string): string | null =>
  windowID.startsWith('visitor:') ? windowID.slice('visitor:'.length) : null

interface CallVisitorServices {
  readonly db: Database
  readonly clock: Clock
  readonly links: Pick<PublicLinks, 'find'>
  readonly meetings: Pick<Meetings, 'hasPerson'>
  readonly seats: Pick<CallSeats, 'tell' | 'mostOf'>
  readonly relayFor: (meetingID: number, person: number) => CallRelayAccess
  /** Tells a visitor's window that it is out. */
  readonly tellOut: (windowID: string, seat: string) => void
}

/**
 * Visitors of calls: by a link that somebody of the meeting issued, into that meeting's call alone, for as long as the
 * link is good. What they may do from their seats is what everybody may (`CallSeats`, `CallRoom`).
 */
export class CallVisitors {
  readonly #services: CallVisitorServices
  readonly #entries: WindowBudgets

  constructor(services: CallVisitorServices) {
    this.#services = services
    this.#entries = new WindowBudgets(ENTRIES, services.clock)
  }

  /** @param windowID by `visitorWindow` @throws HubRefusal in words for the visitor */
  async take(windowID: string, token: string, seat: string, name: string): Promise<CallRelayAccess> {
    this.#entries.spend(windowID)
    const { db, clock, seats } = this.#services
    const { linkID, meetingID } = await this.#open(token)
    await withinUnit(async () => {
      const now = clock()
      const row = { linkID, meetingID, visitorName: name.trim(), connectionID: windowID, seenAt: now }
      const taken = await db
        .insertInto('callSeats')
        .values({ id: seat, userID: null, ...row, ...SILENT, takenAt: now, awaySince: null })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ connectionID: windowID, awaySince: null, seenAt: now })
            .where('callSeats.linkID', '=', linkID),
        )
        .returning('id')
        .executeTakeFirst()
      if (!taken) throw new HubRefusal('call.noSeat')
      const all = await db
        .selectFrom('callSeats')
        .where('meetingID', '=', meetingID)
        .select(['linkID'])
        .execute()
      const max = await seats.mostOf(meetingID)
      if (all.length > max) throw new HubRefusal('call.full', { max })
      if (all.filter((one) => one.linkID === linkID).length > VISITORS_PER_LINK)
        throw new HubRefusal('call.linkFull', { max: VISITORS_PER_LINK })
      await seats.tell(meetingID)
    })
    return this.#services.relayFor(meetingID, FIRST_VISITOR + linkID)
  }

  /** The seat is still used. @throws HubRefusal where there is none of this window */
  async isHere(windowID: string, seat: string): Promise<void> {
    const { numUpdatedRows } = await this.#services.db
      .updateTable('callSeats')
      .set({ seenAt: this.#services.clock() })
      .where('id', '=', seat)
      .where('connectionID', '=', windowID)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new HubRefusal('call.noSeat')
  }

  /** A seat that isn't there is left already. */
  async leave(windowID: string, seat: string): Promise<void> {
    const { db, seats } = this.#services
    await withinUnit(async () => {
      const left = await db
        .deleteFrom('callSeats')
        .where('id', '=', seat)
        .where('connectionID', '=', windowID)
        .returning('meetingID')
        .executeTakeFirst()
      if (left) await seats.tell(left.meetingID)
    })
  }

  /** Those whose link has ended or of whose window nothing was heard are out, whichever server it was connected to. */
  async forgetGone(): Promise<void> {
    const { db, clock, seats, tellOut } = this.#services
    const now = clock()
    await withinUnit(async () => {
      const out = await db
        .deleteFrom('callSeats')
        .where('linkID', 'is not', null)
        .where((e) =>
          e.or([
            e('seenAt', '<=', now - VISITOR_GONE_MS),
            e('awaySince', '<=', now - CALL_AWAY_MS),
            e(
              'linkID',
              'in',
              e.selectFrom('publicLinks as l').select('l.id').where('l.expiresAt', '<=', now),
            ),
          ]),
        )
        .returning(['id', 'meetingID', 'connectionID'])
        .execute()
      for (const { id, connectionID } of out) tellOut(connectionID, id)
      for (const meetingID of new Set(out.map((one) => one.meetingID))) await seats.tell(meetingID)
    })
  }

  /** A window has gone. */
  went(windowID: string): void {
    this.#entries.forget(windowID)
  }

  /**
   * The call that a link opens. Its subject is what its issuer wrote: it opens a meeting only where they are one of
   * its people.
   */
  async #open(token: string): Promise<{ linkID: number; meetingID: number }> {
    try {
      const { links, meetings } = this.#services
      const { id, createdBy, subject } = await links.find('MEETING', meetingSubject, token)
      if (createdBy === null || !(await meetings.hasPerson(subject.meetingID, createdBy)))
        throw new HubRefusal('call.noRoom')
      return { linkID: id, meetingID: subject.meetingID }
    } catch (error) {
      if (error instanceof Refusal && LINK_CODES.has(error.code))
        throw new HubRefusal(error.code as 'link.unknown')
      throw error
    }
  }
}

const LINK_CODES: ReadonlySet<string> = new Set(['link.unknown', 'link.used', 'link.expired'])
