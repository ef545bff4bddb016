import type * as z from 'zod/mini'
import type {
  decideShiftRequest,
  newShiftRequest,
  proposeShiftTimes,
} from '#shared/contract/shift-requests.ts'
import { REASON_MIN } from '#shared/domain/booking.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import {
  isOpenRequest,
  mayRequestBecome,
  needsColleague,
  OPEN_REQUEST_STATES,
  REQUEST_EXPIRES_MS,
  SHIFT_REQUEST_TEXT,
  SHIFT_REQUEST_WORDS,
  type ShiftRequestState,
} from '#shared/domain/shift-requests.ts'
import { shiftTimes } from '#shared/domain/working-hours.ts'
import { shiftRequestRecord } from '#shared/records/resource/shift-request.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { followTalk, type TalkParts } from '../request-talk/request-talk.ts'
import { talkedShift } from '../request-talk/shift-talk.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { checksOf, requireHours, requireNothingBlocks, sentCheck } from '../shifts/hours.ts'
import { tellPlanners } from '../shifts/plan-shifts.ts'
import { tellShiftRequests } from '../slots/opening.ts'
import { candidatesFor } from './cover.ts'
import {
  type MovedShift,
  moveShifts,
  offerTimes,
  requireShift,
  requireSplit,
  triedChecks,
  wantedShifts,
} from './moving.ts'
import { type ClosedPickUps, closePickUps, pickUpsFor, requireDropped } from './pick-ups.ts'
import { checksText, fitsRule, NOTHING_AGAINST } from './rule.ts'
import {
  BY_SYSTEM,
  requireShiftRequest,
  type StoredShiftRequest,
  selectShiftRequests,
  sentRequest,
  shiftRequestSource,
} from './stored.ts'

interface ShiftRequestServices extends TalkParts {
  readonly shell: Pick<LiveShell, 'main'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const { page, name: recordType, words } = shiftRequestRecord
const DAY_MS = 86_400_000
const DAY = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: LONDON })
/** Decided requests are shown to their people for so long. */
const SHOWN_MS = 14 * DAY_MS

/** What of a decision is kept with the request. */
interface Decided {
  readonly decidedBy?: number
  readonly decidedAt?: number
  readonly decisionNote?: string
  readonly isByRule?: number
  readonly proposedStart?: number
  readonly proposedEnd?: number
}

/** Takes an approval by rule back. */
class NotByRule extends Error {}

type Asked = z.output<typeof newShiftRequest.request>

/** Words for the state, as 'The request is … and can't be …' has them. */
const cannot = (state: ShiftRequestState, action: string) =>
  new Refusal(409, 'record.cannot', { record: 'The request', state, action })

/** What people ask about their shifts, and who decides on it (spec 4 §4.5.9). */
export function shiftRequestsHandlers({
  db,
  clock,
  shell,
  publisher,
  hub,
}: ShiftRequestServices): AreaHandlers<'shiftRequests'> {
  /** Tells people that their calendar is otherwise. */
  const tellCalendars = (userIDs: readonly (number | null)[]) => {
    for (const id of new Set(userIDs)) if (id !== null) shell.main.toUser(id, 'calendarChanged', [])
  }

  /** Tells whoever decides on requests that these are otherwise, and their conversations what happened. */
  async function tellDeciders(ids: readonly number[]): Promise<void> {
    await tellShiftRequests(db, shell, ids)
    for (const id of ids) await followTalk({ db, clock, hub }, talkedShift(await requireShiftRequest(db, id)))
  }

  async function shown(id: number, callerID: number) {
    const offer = await db
      .selectFrom('shiftOffers')
      .where('requestID', '=', id)
      .where('userID', '=', callerID)
      .where('answer', 'is', null)
      .select('userID')
      .executeTakeFirst()
    return sentRequest(await requireShiftRequest(db, id), callerID, {
      ...{ isOffered: offer !== undefined, now: clock() },
    })
  }

  async function recordRow(id: number) {
    const row = await shiftRequestSource(db).where('r.id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
    const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
    const { shiftID: _s, byUserID: _b, toUserID: _t, otherShiftID: _o, decidedBy: _d, ...rest } = row
    return {
      ...rest,
      ...{ newStart: iso(row.newStart), newEnd: iso(row.newEnd), splitAt: iso(row.splitAt) },
      ...{ otherStart: iso(row.otherStart), otherEnd: iso(row.otherEnd), decidedAt: iso(row.decidedAt) },
      ...{ shiftStart: iso(row.shiftStart) ?? '', shiftEnd: iso(row.shiftEnd) ?? '' },
      ...{ proposedStart: iso(row.proposedStart), proposedEnd: iso(row.proposedEnd) },
      ...{ askedAt: iso(row.askedAt) ?? '', expiresAt: iso(row.expiresAt) ?? '' },
      isByRule: row.isByRule === 1,
    }
  }

  /** From one state to another, unless somebody was first. @throws Refusal 409 */
  async function become(
    trx: Database,
    { id, state: from }: Pick<StoredShiftRequest, 'id' | 'state'>,
    state: ShiftRequestState,
    more: Decided & { toUserID?: number; checks?: string } = {},
  ): Promise<void> {
    const isOpen = isOpenRequest(state)
    const { numUpdatedRows } = await trx
      .updateTable('shiftRequests')
      .set((eb) => ({
        ...more,
        state,
        version: eb('version', '+', 1),
        ...(isOpen ? {} : { openShiftID: null, openPickUp: null }),
      }))
      .where('id', '=', id)
      .where('state', '=', from)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new Refusal(409, 'booking.meanwhile')
  }

  const note = (
    trx: Database,
    caller: Caller,
    action: string,
    { id, type, byName, byUserID }: Pick<StoredShiftRequest, 'id' | 'type' | 'byName' | 'byUserID'>,
    reason = '',
  ) =>
    audit(trx, caller, clock(), {
      ...{ action, page, recordType, recordID: id, reason, personID: byUserID },
      label: `${SHIFT_REQUEST_WORDS[type]}: ${byName}`,
    })

  const news = (userID: number, subject: string, shiftID: number, body = ''): NewNotification => ({
    ...{ userID, subject, body, source: 'SHIFT', sourceID: shiftID, type: 'NEW_UPDATE', cssClass: 'info' },
  })

  /** The shifts that a request is about, as they are now. @throws Refusal 404 */
  async function shiftsOf(trx: Database, request: StoredShiftRequest, now: number) {
    // What is picked up is the colleague's still.
    const ownerID = request.type === 'PICK_UP' ? (request.toUserID ?? 0) : request.byUserID
    const shift = await requireShift(trx, request.shiftID, ownerID, now)
    const other =
      request.otherShiftID === null || request.toUserID === null
        ? null
        : await requireShift(trx, request.otherShiftID, request.toUserID, now)
    return { shift, other }
  }

  /** @throws Refusal 400 once its time is over */
  function requireTime({ expiresAt }: Pick<StoredShiftRequest, 'expiresAt'>, now: number): void {
    if (expiresAt <= now) throw new Refusal(400, 'shiftRequest.expired', { date: DAY.format(expiresAt) })
  }

  /**
   * What was asked for, held against the rules before it is kept.
   * @throws Refusal 400 for what can't be, 404 for a shift or colleague that isn't there
   */
  async function checkedAsk(trx: Database, caller: Caller, asked: Asked, now: number) {
    const { type } = asked
    const ownerID = type === 'PICK_UP' ? await requireDropped(trx, caller, asked.shiftID, now) : caller.userID
    const shift = await requireShift(trx, asked.shiftID, ownerID, now)
    const expiresAt = shift.start - REQUEST_EXPIRES_MS
    requireTime({ expiresAt }, now)
    const toUserID = type === 'PICK_UP' ? ownerID : needsColleague(type) ? (asked.toUserID ?? null) : null
    if (needsColleague(type) && (toUserID === null || toUserID === caller.userID))
      throw new Refusal(400, 'shiftRequest.colleague')
    let other: MovedShift | null = null
    if (type === 'SWAP' && toUserID !== null) {
      if (asked.otherShiftID === undefined) throw new Refusal(400, 'shiftRequest.otherShift')
      other = await requireShift(trx, asked.otherShiftID, toUserID, now)
    }
    const at = (time: string | undefined) => (time === undefined ? null : Date.parse(time))
    const wanted = {
      ...{ type, byUserID: caller.userID, toUserID },
      newStart: type === 'CHANGE' ? at(asked.newStart) : null,
      newEnd: type === 'CHANGE' ? at(asked.newEnd) : null,
      splitAt: type === 'SPLIT' ? at(asked.splitAt) : null,
    }
    if (type === 'CHANGE' && (wanted.newStart === null || wanted.newEnd === null))
      throw new Refusal(400, 'shiftRequest.times')
    if (type === 'SPLIT') requireSplit(shift, wanted.splitAt ?? shift.start)
    return { shift, other, wanted, expiresAt }
  }

  return {
    listShiftRequests: (request, { caller }) =>
      listRecords(db, request, {
        ...{ record: shiftRequestRecord, source: recordSource(shiftRequestSource(db)) },
        ...{ viewer: caller, now: clock() },
      }),
    getShiftRequest: ({ id }) => recordRow(id),

    newShiftRequest: async (asked, { caller }) => {
      const now = clock()
      const asks = await checkedAsk(db, caller, asked, now)
      const tried = await triedChecks(db, { ...asks.wanted, reason: asked.reason }, asks, { caller, now })
      requireNothingBlocks(tried.map(({ checks }) => checks))
      const { id, kept, toUserID } = await db.transaction().execute(async (trx) => {
        const { shift, other, wanted, expiresAt } = await checkedAsk(trx, caller, asked, now)
        const isPickUp = asked.type === 'PICK_UP'
        const openPickUp = isPickUp ? `${shift.id}:${caller.userID}` : null
        const open = await trx
          .selectFrom('shiftRequests')
          .where((eb) =>
            isPickUp
              ? eb('openPickUp', '=', openPickUp)
              : eb('openShiftID', 'in', [shift.id, other?.id ?? 0]),
          )
          .select('id')
          .executeTakeFirst()
        if (open) throw new Refusal(409, 'shiftRequest.open')
        const state = needsColleague(asked.type) ? ('OFFERED' as const) : ('PENDING' as const)
        const row = await trx
          .insertInto('shiftRequests')
          .values({
            ...{ ...wanted, state, version: 1, shiftID: shift.id, expiresAt },
            ...{ openShiftID: isPickUp ? null : shift.id, openPickUp },
            ...{ otherShiftID: other?.id ?? null, reason: asked.reason, askedAt: now },
            ...{ shiftStart: shift.start, shiftEnd: shift.end },
            ...{ decidedBy: null, decidedAt: null, decisionNote: '', checks: checksText(tried) },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const stored = { id: row.id, type: asked.type, byName: caller.displayName, byUserID: caller.userID }
        await note(trx, caller, 'SHIFT_REQUEST_ADDED', stored, asked.reason)
        const told =
          wanted.toUserID === null
            ? []
            : [
                news(
                  wanted.toUserID,
                  isPickUp
                    ? `${caller.displayName} asks for the shift that you give up: ${shiftTimes(shift)}`
                    : `${caller.displayName} asks you to ${asked.type === 'GIVE' ? 'take' : 'swap'} a shift: ${shiftTimes(shift)}`,
                  shift.id,
                  asked.reason,
                ),
              ]
        return { id: row.id, toUserID: wanted.toUserID, kept: await keepNotifications(trx, now, told) }
      })
      publisher.notified(kept)
      tellCalendars([caller.userID, toUserID])
      await tellDeciders([id])
      await byRule(id, caller, now)
      await tellWaiting(id, now)
      return shown(id, caller.userID)
    },

    answerShiftRequest: async ({ id, state }, { caller }) => {
      const now = clock()
      const { kept, people, closed } = await db.transaction().execute(async (trx) => {
        const stored = await requireShiftRequest(trx, id)
        if (state === 'CANCELLED') {
          if (stored.byUserID !== caller.userID) throw new Refusal(404, 'record.gone', { one: words.one })
          if (!mayRequestBecome(stored.state, 'CANCELLED')) throw cannot(stored.state, 'withdrawn')
          await become(trx, stored, 'CANCELLED')
          await note(trx, caller, 'SHIFT_REQUEST_CANCELLED', stored)
          const told = stored.toUserID === null ? [] : [stored.toUserID]
          const closed = await closedBy(trx, stored, { isTaken: false, now })
          return {
            ...{ people: [caller.userID, ...told, ...closed.userIDs], closed: closed.ids },
            kept: await keepNotifications(trx, now, [
              ...told.map((userID) =>
                news(userID, `${caller.displayName} withdrew the request about a shift`, stored.shiftID),
              ),
              ...closed.told,
            ]),
          }
        }
        if (stored.type === 'DROP') return answerCover(trx, stored, state, caller, now)
        if (stored.toUserID !== caller.userID) throw new Refusal(404, 'record.gone', { one: words.one })
        if (!mayRequestBecome(stored.state, state))
          throw cannot(stored.state, state === 'ACCEPTED' ? 'accepted' : 'refused')
        requireTime(stored, now)
        await become(trx, stored, state)
        await note(trx, caller, `SHIFT_REQUEST_${state}`, stored)
        const did = state === 'ACCEPTED' ? 'accepted' : 'refused'
        return {
          ...{ people: [stored.byUserID, caller.userID], closed: [] },
          kept: await keepNotifications(trx, now, [
            news(stored.byUserID, `${caller.displayName} ${did} your request about a shift`, stored.shiftID),
          ]),
        }
      })
      publisher.notified(kept)
      tellCalendars(people)
      await tellDeciders([id, ...closed])
      if (state === 'ACCEPTED') {
        await byRule(id, caller, now)
        await tellWaiting(id, now)
      }
      return shown(id, caller.userID)
    },

    decideShiftRequest: async (wanted, { caller }) => {
      const now = clock()
      const { kept, people, closed } = await db
        .transaction()
        .execute((trx) => decide(trx, wanted, { caller, now }))
      publisher.notified(kept)
      tellCalendars(people)
      await tellDeciders([wanted.id, ...closed])
      return recordRow(wanted.id)
    },

    proposeShiftTimes: async (wanted, { caller }) => {
      const now = clock()
      const { kept, people, closed, shiftID } = await db
        .transaction()
        .execute((trx) => propose(trx, wanted, { caller, now }))
      publisher.notified(kept)
      tellCalendars(people)
      await tellDeciders([wanted.id, ...closed])
      await tellPlanners(db, shell, [shiftID])
      return recordRow(wanted.id)
    },

    myShiftRequests: async (_input, { caller }) => {
      const { userID } = caller
      const now = clock()
      const asked = await selectShiftRequests(db)
        .where('r.byUserID', '=', userID)
        .where((eb) =>
          eb.or([eb('r.state', 'in', OPEN_REQUEST_STATES), eb('r.askedAt', '>', now - SHOWN_MS)]),
        )
        .orderBy('r.askedAt', 'desc')
        .orderBy('r.id', 'desc')
        .execute()
      const offered = await db
        .selectFrom('shiftOffers')
        .where('userID', '=', userID)
        .where('answer', 'is', null)
        .select('requestID')
        .execute()
      const offers = new Set(offered.map(({ requestID }) => requestID))
      const toMe = await selectShiftRequests(db)
        .where('r.expiresAt', '>', now)
        .where((eb) =>
          eb.or([
            eb.and([eb('r.toUserID', '=', userID), eb('r.state', '=', 'OFFERED')]),
            eb.and([eb('r.id', 'in', [0, ...offers]), eb('r.state', '=', 'PENDING')]),
          ]),
        )
        .orderBy('r.shiftStart')
        .orderBy('r.id')
        .execute()
      const sent = (row: StoredShiftRequest) =>
        sentRequest(row, userID, { isOffered: offers.has(row.id), now })
      return { asked: asked.map(sent), toMe: toMe.map(sent) }
    },

    shiftPickUps: async (_input, { caller }) => ({ shifts: await pickUpsFor(db, caller, clock()) }),

    shiftColleagues: async ({ shiftID, withShifts }, { caller }) => {
      const now = clock()
      const shift = await requireShift(db, shiftID, caller.userID, now)
      return { people: await candidatesFor(db, caller, { shift, isNear: true, withShifts, now }) }
    },

    shiftRequestChecks: async ({ id, proposed }, { caller }) => {
      const now = clock()
      const asked = await requireShiftRequest(db, id)
      if (!isOpenRequest(asked.state)) return { people: [] }
      if (proposed && asked.type !== 'CHANGE') throw new Refusal(400, 'shiftRequest.notTimes')
      const stored = proposed
        ? { ...asked, newStart: Date.parse(proposed.start), newEnd: Date.parse(proposed.end) }
        : asked
      const tried = await triedChecks(db, stored, await shiftsOf(db, stored, now), { caller, now })
      return {
        people: tried.map(({ userID, checks }) => ({
          name: userID === stored.byUserID ? stored.byName : (stored.toName ?? ''),
          checks: checks.map(sentCheck),
        })),
      }
    },

    findCover: async ({ id }, { caller }) => {
      const now = clock()
      const stored = await requireShiftRequest(db, id)
      const shift = await requireShift(db, stored.shiftID, stored.byUserID, now)
      const asked = await db.selectFrom('shiftOffers').where('requestID', '=', id).select('userID').execute()
      const people = await candidatesFor(db, caller, { shift, isNear: false, withShifts: false, now })
      return {
        people: people.map((person) => ({
          ...person,
          isAsked: asked.some(({ userID }) => userID === person.userID),
        })),
      }
    },

    offerCover: async ({ id, userIDs }, { caller }) => {
      const now = clock()
      const { kept, asked } = await db.transaction().execute(async (trx) => {
        const stored = await requireShiftRequest(trx, id)
        if (stored.type !== 'DROP' || stored.state !== 'PENDING') throw cannot(stored.state, 'offered')
        if (stored.byUserID === caller.userID) throw new Refusal(403, 'booking.own')
        requireTime(stored, now)
        const shift = await requireShift(trx, stored.shiftID, stored.byUserID, now)
        const wanted = [...new Set(userIDs)].map((userID) => ({ ...shift, userID }))
        requireNothingBlocks(await checksOf(trx, caller, wanted, now))
        const fresh = await trx
          .insertInto('shiftOffers')
          .values(
            wanted.map(({ userID }) => ({
              requestID: id,
              userID,
              byID: caller.userID,
              at: now,
              answer: null,
            })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .returning('userID')
          .execute()
        await note(trx, caller, 'SHIFT_COVER_ASKED', stored)
        const told = fresh
          .map(({ userID }) => userID)
          .toSorted((a, b) => a - b)
          .map((userID) => news(userID, `Can you take a shift: ${shiftTimes(shift)}?`, shift.id))
        return { asked: fresh.length, kept: await keepNotifications(trx, now, told) }
      })
      publisher.notified(kept)
      tellCalendars(kept.map(({ userID }) => userID))
      await tellDeciders([id])
      return { asked }
    },
  }

  /** Of those who were asked for cover the first who says yes has the shift. */
  async function answerCover(
    trx: Database,
    stored: StoredShiftRequest,
    answer: 'ACCEPTED' | 'REFUSED',
    caller: Caller,
    now: number,
  ) {
    const offer = await trx
      .selectFrom('shiftOffers')
      .where('requestID', '=', stored.id)
      .where('userID', '=', caller.userID)
      .select(['answer', 'byID'])
      .executeTakeFirst()
    if (!offer) throw new Refusal(404, 'record.gone', { one: words.one })
    if (stored.state === 'APPROVED') throw new Refusal(409, 'shiftRequest.taken')
    if (stored.state !== 'PENDING' || offer.answer !== null)
      throw cannot(stored.state, answer === 'ACCEPTED' ? 'accepted' : 'refused')
    requireTime(stored, now)
    await trx
      .updateTable('shiftOffers')
      .set({ answer })
      .where('requestID', '=', stored.id)
      .where('userID', '=', caller.userID)
      .execute()
    await note(trx, caller, `SHIFT_COVER_${answer}`, stored)
    if (answer === 'REFUSED') return { people: [caller.userID], kept: [], closed: [] }
    const decided = {
      toUserID: caller.userID,
      decidedAt: now,
      ...(offer.byID === null ? {} : { decidedBy: offer.byID }),
    }
    await become(trx, stored, 'APPROVED', decided)
    const { shift } = await shiftsOf(trx, stored, now)
    const by = { caller, at: now, reason: stored.reason }
    await moveShifts(trx, { ...stored, toUserID: caller.userID }, { shift, other: null }, by)
    requireNothingBlocks(await checksOf(trx, caller, [{ ...shift, userID: caller.userID }], now))
    const told = [
      news(stored.byUserID, `${caller.displayName} takes your shift ${shiftTimes(shift)}`, shift.id),
    ]
    if (offer.byID !== null)
      told.push(
        news(
          offer.byID,
          `${caller.displayName} covers the shift ${shiftTimes(shift)} of ${stored.byName}`,
          shift.id,
        ),
      )
    const closed = await closedBy(trx, stored, { isTaken: true, now })
    return {
      ...{ people: [stored.byUserID, caller.userID, ...closed.userIDs], closed: closed.ids },
      kept: await keepNotifications(trx, now, [...told, ...closed.told]),
    }
  }

  async function decide(
    trx: Database,
    { id, state, note: reason, override }: z.output<typeof decideShiftRequest.request>,
    { caller, now }: { readonly caller: Caller; readonly now: number },
  ) {
    const stored = await requireShiftRequest(trx, id)
    const { byUserID, toUserID } = stored
    if (byUserID === caller.userID || toUserID === caller.userID) throw new Refusal(403, 'booking.own')
    if (stored.state === 'OFFERED') throw new Refusal(400, 'shiftRequest.unanswered')
    if (!mayRequestBecome(stored.state, state))
      throw cannot(stored.state, state === 'APPROVED' ? 'approved' : 'declined')
    if (state === 'DECLINED' && reason.length < REASON_MIN) throw new Refusal(400, 'booking.sayWhy')
    requireTime(stored, now)
    const decided = { decidedBy: caller.userID, decidedAt: now, decisionNote: reason }
    await become(trx, stored, state, decided)
    if (state === 'APPROVED') {
      const moved = await carryOut(trx, stored, caller, now)
      await requireHours(trx, caller, moved, { reason: override, now })
    }
    const said = [reason, override].filter((text) => text !== '').join(' · ')
    return settle(trx, stored, state, { caller, now, decided, said, by: caller.displayName })
  }

  /**
   * Declines a request for other times and offers the shift at others, both or neither: that there is no state for it
   * (spec 4 §5.1) is why it is two that exist.
   */
  async function propose(
    trx: Database,
    wanted: z.output<typeof proposeShiftTimes.request>,
    { caller, now }: { readonly caller: Caller; readonly now: number },
  ) {
    const { id, note: reason, override } = wanted
    const times = { start: Date.parse(wanted.start), end: Date.parse(wanted.end) }
    const stored = await requireShiftRequest(trx, id)
    if (stored.byUserID === caller.userID) throw new Refusal(403, 'booking.own')
    if (stored.type !== 'CHANGE') throw new Refusal(400, 'shiftRequest.notTimes')
    if (!mayRequestBecome(stored.state, 'DECLINED')) throw cannot(stored.state, 'declined')
    requireTime(stored, now)
    // Who is asked needs time to answer, as for a request.
    if (times.start - REQUEST_EXPIRES_MS < now) throw new Refusal(400, 'shiftRequest.proposedSoon')
    const { shift } = await shiftsOf(trx, stored, now)
    const isSame = (start: number | null, end: number | null) => start === times.start && end === times.end
    if (isSame(shift.start, shift.end) || isSame(stored.newStart, stored.newEnd))
      throw new Refusal(400, 'shiftRequest.sameTimes')
    const proposed = SHIFT_REQUEST_TEXT.proposed(shiftTimes(times))
    const decided = {
      ...{ decidedBy: caller.userID, decidedAt: now, proposedStart: times.start, proposedEnd: times.end },
      decisionNote: reason === '' ? proposed : `${proposed} ${reason}`,
    }
    await become(trx, stored, 'DECLINED', decided)
    await offerTimes(trx, shift, times, { caller, at: now, reason: override || reason })
    await requireHours(trx, caller, [{ ...shift, ...times }], { reason: override, now })
    const said = [decided.decisionNote, override].filter((text) => text !== '').join(' · ')
    const by = caller.displayName
    const body = 'The new times wait for your yes or no in My calendar. Until then the shift is as it was.'
    const settled = await settle(trx, stored, 'DECLINED', { caller, now, decided, said, by, body })
    return { ...settled, shiftID: shift.id }
  }

  /** Moves the shifts of an approved request. @returns them, as they are then */
  async function carryOut(trx: Database, stored: StoredShiftRequest, caller: Caller, now: number) {
    const both = await shiftsOf(trx, stored, now)
    await moveShifts(trx, stored, both, { caller, at: now, reason: stored.reason })
    return wantedShifts(stored, both.shift, both.other)
  }

  /** What follows once a request was decided on: whoever waited for the same shift, the audit, its people. */
  async function settle(
    trx: Database,
    stored: StoredShiftRequest,
    state: 'APPROVED' | 'DECLINED',
    how: {
      readonly caller: Caller
      readonly now: number
      readonly decided: Decided
      /** What the audit keeps of it. */
      readonly said: string
      readonly by: string
      /** What its people are told besides. */
      readonly body?: string
    },
  ) {
    const { caller, now, decided, said, by, body } = how
    const { byUserID, toUserID } = stored
    const taken = stored.type === 'PICK_UP' && state === 'APPROVED'
    const drop = taken ? await takeDropped(trx, stored, decided) : null
    const closed = await closedBy(trx, drop ?? stored, { isTaken: taken, now })
    await note(trx, caller, `SHIFT_REQUEST_${state}`, stored, said)
    const what = `${SHIFT_REQUEST_WORDS[stored.type]} of the shift ${shiftTimes({ start: stored.shiftStart, end: stored.shiftEnd })}`
    const because = decided.decisionNote ? `: ${decided.decisionNote}` : ''
    const subject = `${what} ${state === 'APPROVED' ? 'approved' : 'declined'} by ${by}${because}`
    const people = [byUserID, ...(toUserID === null ? [] : [toUserID])]
    const told = people.map((userID) => news(userID, subject, stored.shiftID, body))
    return {
      people: [...people, ...closed.userIDs],
      closed: [...closed.ids, ...(drop ? [drop.id] : [])],
      kept: await keepNotifications(trx, now, [...told, ...closed.told]),
    }
  }

  /**
   * Approves a request that waits for a decision, where the rule of the settings has its type, area and time and nothing
   * at all is against it (spec 4 §4.5.9); else it waits for a planner. `caller` is who made the last step.
   */
  async function byRule(id: number, caller: Caller, now: number): Promise<void> {
    const stored = await requireShiftRequest(db, id)
    if (!(await fitsRule(db, stored, now))) return
    try {
      const { kept, people, closed } = await db.transaction().execute(async (trx) => {
        const decided = { decidedAt: now, isByRule: 1, checks: NOTHING_AGAINST }
        await become(trx, stored, 'APPROVED', decided)
        const moved = await carryOut(trx, stored, caller, now)
        const checks = await checksOf(trx, caller, moved, now)
        if (checks.some((one) => one.length > 0)) throw new NotByRule()
        return settle(trx, stored, 'APPROVED', { caller, now, decided, said: 'By rule', by: BY_SYSTEM })
      })
      publisher.notified(kept)
      tellCalendars(people)
      await tellDeciders([id, ...closed])
    } catch (error) {
      // What changed meanwhile is a planner's to look at.
      if (!(error instanceof NotByRule || error instanceof Refusal)) throw error
    }
  }

  /** Notifies whoever may decide on a request that waits for their word now (spec 4 §5.3); its own people don't decide on it. */
  async function tellWaiting(id: number, now: number): Promise<void> {
    const stored = await requireShiftRequest(db, id)
    const { state, type, byName, byUserID, toUserID, toName, reason } = stored
    if (state !== 'PENDING' && state !== 'ACCEPTED') return
    const rows = await db
      .selectFrom('userPermissions as p')
      .innerJoin('users as u', 'u.id', 'p.userID')
      .where('p.permission', '=', PERMISSIONS.IRESOURCE_CAN_PROCESS_SHIFT)
      .where('u.isActive', '=', 1)
      .where('u.id', 'not in', [byUserID, toUserID ?? byUserID])
      .orderBy('u.id')
      .select('u.id')
      .distinct()
      .execute()
    const when = shiftTimes({ start: stored.shiftStart, end: stored.shiftEnd })
    const agreed = state === 'ACCEPTED' ? `, and ${toName ?? ''} agrees` : ''
    const told = rows.map(
      ({ id: userID }): NewNotification => ({
        ...{ userID, source: 'SHIFT_REQUEST', sourceID: id, type: 'NEW_UPDATE', cssClass: 'info' },
        ...{
          subject: `${byName} asks about a shift: ${SHIFT_REQUEST_WORDS[type]}, ${when}${agreed}`,
          body: reason,
        },
      }),
    )
    publisher.notified(await keepNotifications(db, now, told))
  }

  /** Declines who asked for a shift that isn't given up any more; of other requests nobody waits for it. */
  async function closedBy(
    trx: Database,
    { type, shiftID }: Pick<StoredShiftRequest, 'type' | 'shiftID'>,
    how: { readonly isTaken: boolean; readonly now: number },
  ): Promise<ClosedPickUps> {
    return type === 'DROP' ? closePickUps(trx, shiftID, how) : { ids: [], userIDs: [], told: [] }
  }

  /** The dropped shift is the one's who picked it up. @throws Refusal 409 where it isn't given up any more */
  async function takeDropped(
    trx: Database,
    { shiftID, byUserID }: StoredShiftRequest,
    decided: Decided,
  ): Promise<StoredShiftRequest> {
    const drop = await selectShiftRequests(trx)
      .where('r.openShiftID', '=', shiftID)
      .where('r.type', '=', 'DROP')
      .where('r.state', '=', 'PENDING')
      .executeTakeFirst()
    if (!drop) throw new Refusal(409, 'booking.meanwhile')
    await become(trx, drop, 'APPROVED', { ...decided, toUserID: byUserID })
    return drop
  }
}
