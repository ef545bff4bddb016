import type * as z from 'zod/mini'
import type { saveCampaign } from '#shared/contract/campaigns.ts'
import { unmetBy } from '#shared/domain/booking-windows.ts'
import {
  type CampaignState,
  type KeptCampaignState,
  mayCampaignBecome,
  OPEN_APPLICATIONS,
} from '#shared/domain/campaigns.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { shiftTimes } from '#shared/domain/working-hours.ts'
import { campaignRecord } from '#shared/records/resource/campaign.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { type Actor, audit, type Change, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { plannedColumns, tellPlanners } from '../shifts/plan-shifts.ts'
import { PLAN_COLUMNS } from '../shifts/planned.ts'
import {
  acceptByHand,
  apply,
  giveByRank,
  moveUp,
  requireApplication,
  requireCampaignSlot,
  withdraw,
} from './applying.ts'
import { forecastAround } from './campaign-forecast.ts'
import {
  campaignRow,
  campaignRows,
  campaignSlots,
  campaignSource,
  heldPlaces,
  placesTaken,
  requireCampaign,
  type StoredCampaign,
  standingOf,
} from './campaigns-stored.ts'
import { tellHolders } from './opening.ts'
import { conditionsIn, dayOf, offerees } from './people.ts'
import { requireGoodSlots } from './windows-handlers.ts'

interface CampaignParts {
  readonly db: Database
  readonly shell: Pick<LiveShell, 'main'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const { page, name: recordType, words } = campaignRecord
const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
type Saved = z.output<typeof saveCampaign.request>
const iso = (at: number): string => new Date(at).toISOString()

/** Who follows what they read anew, and whose calendar is otherwise. */
async function tell(
  { db, shell, publisher }: CampaignParts,
  id: number,
  kept: readonly KeptNotification[] = [],
): Promise<void> {
  publisher.notified(kept)
  for (const userID of new Set(kept.map((one) => one.userID)))
    shell.main.toUser(userID, 'calendarChanged', [])
  await tellHolders(db, shell, ['IRESOURCE_CAN_SEE_MARKETPLACE', 'IRESOURCE_CAN_SEE_CAMPAIGNS'], {
    ...{ entity: 'CAMPAIGN', ids: [id] },
  })
  await tellPlanners(db, shell, [])
}

const note = (
  trx: Database,
  actor: Actor,
  at: number,
  action: string,
  { id, title }: Pick<StoredCampaign, 'id' | 'title'>,
  more: { readonly reason?: string; readonly changes?: readonly Change[] } = {},
) => audit(trx, actor, at, { action, page, recordType, recordID: id, label: title, ...more })

/** Tells whom a campaign is for of it, once. */
async function keepOpened(
  trx: Database,
  campaign: StoredCampaign,
  now: number,
  except?: number,
): Promise<KeptNotification[]> {
  if (campaign.toldAt !== null) return []
  await trx.updateTable('campaigns').set({ toldAt: now }).where('id', '=', campaign.id).execute()
  const people = (await eligible(trx, campaign, now)).filter(({ userID }) => userID !== except)
  return keepNotifications(
    trx,
    now,
    people.map(
      ({ userID }): NewNotification => ({
        ...{ userID, type: 'NEW_UPDATE', source: 'CAMPAIGN', sourceID: campaign.id },
        subject: `Extra hours: ${campaign.title}`,
        body: `Until ${WHEN.format(campaign.closesAt)}, in My calendar under ‘Pick up’.`,
      }),
    ),
  )
}

async function eligible(db: Database, { conditions }: Pick<StoredCampaign, 'conditions'>, now: number) {
  const offer = conditionsIn(conditions)
  return (await offerees(db)).filter((person) => unmetBy(person, offer, dayOf(now)) === null)
}

/** Shifts that nobody has any more, as they were. */
interface FreeShift {
  readonly start: number
  readonly end: number
  readonly breakMinutes: number
  readonly projectID: number | null
  readonly location: 'OFFICE' | 'HOME'
}

/**
 * Offers shifts as open campaigns, one for each project and place, to whoever is in the area; they close as the first of
 * them begins. In the caller's transaction.
 */
export async function openForShifts(
  trx: Database,
  caller: Caller,
  shifts: readonly FreeShift[],
  about: {
    readonly now: number
    readonly areaID: number | null
    /** Whose they were: they aren't told of them. */
    readonly leaverID: number
    readonly title: string
    readonly text: string
  },
): Promise<{ readonly campaignIDs: number[]; readonly kept: KeptNotification[] }> {
  const { now, areaID, title, text } = about
  const conditions = JSON.stringify({
    ...{ areaIDs: areaID === null ? [] : [areaID], contractTypeIDs: [], skillIDs: [] },
    ...{ minimumQcScore: null, minimumWeeks: null },
  })
  const campaignIDs: number[] = []
  const kept: KeptNotification[] = []
  for (const own of Map.groupBy(shifts, ({ projectID, location }) => `${projectID} ${location}`).values()) {
    const [first] = own
    if (!first) continue
    const { projectID, location } = first
    const { id } = await trx
      .insertInto('campaigns')
      .values({
        ...{ title, text, projectID, location, bonusPerHour: null, rateMultiplier: null, conditions },
        ...{ opensAt: now, closesAt: Math.min(...own.map(({ start }) => start)), choice: 'FIRST_COME' },
        ...{ state: 'OPEN', toldAt: null, version: 1, createdBy: caller.userID },
        ...{ changedBy: caller.userID, changedAt: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const same of Map.groupBy(own, ({ start, end }) => `${start} ${end}`).values()) {
      const [{ start, end, breakMinutes } = first] = same
      await trx
        .insertInto('campaignSlots')
        .values({ campaignID: id, start, end, breakMinutes, places: same.length })
        .execute()
    }
    await note(trx, caller, now, 'CAMPAIGN_ADDED', { id, title })
    kept.push(...(await keepOpened(trx, await requireCampaign(trx, id), now, about.leaverID)))
    campaignIDs.push(id)
  }
  return { campaignIDs, kept }
}

/** Closes campaigns whose time is over, gives their places, and fills free ones from waitlists. @returns how many of each */
export async function followCampaigns(
  parts: CampaignParts,
  now: number,
): Promise<{ readonly closed: number; readonly movedUp: number }> {
  const { db } = parts
  const due = await campaignRows(db)
    .where('c.state', 'in', ['OPEN', 'PAUSED'])
    .where('c.closesAt', '<=', now)
    .orderBy('c.id')
    .execute()
  let closed = 0
  for (const campaign of due) {
    const kept = await db.transaction().execute((trx) => close(trx, campaign, now, null))
    if (kept === null) continue
    closed += 1
    await tell(parts, campaign.id, kept)
  }
  const waiting = await db
    .selectFrom('campaignApplications as a')
    .innerJoin('campaignSlots as s', 's.id', 'a.slotID')
    .where('a.state', '=', 'WAITLISTED')
    .where('s.start', '>', now)
    .select('s.id')
    .distinct()
    .orderBy('s.id')
    .execute()
  let movedUp = 0
  for (const { id } of waiting) {
    const slot = await requireCampaignSlot(db, id)
    if (((await placesTaken(db, [id])).get(id) ?? 0) >= slot.places) continue
    const kept = await db.transaction().execute(async (trx) => {
      // Whoever writes first holds the turn, so that the places counted are still so.
      await trx
        .updateTable('campaignSlots')
        .set({ places: slot.places })
        .where('id', '=', id)
        .where('places', '=', slot.places)
        .execute()
      return moveUp(trx, slot, now)
    })
    if (kept.length === 0) continue
    movedUp += kept.length
    await tell(parts, slot.campaignID, kept)
  }
  return { closed, movedUp }
}

/** Closes a campaign that is still open; null where somebody did just now. */
async function close(
  trx: Database,
  campaign: StoredCampaign,
  now: number,
  by: Caller | null,
): Promise<KeptNotification[] | null> {
  const { numUpdatedRows } = await trx
    .updateTable('campaigns')
    .set((eb) => ({
      state: 'CLOSED',
      closesAt: Math.min(campaign.closesAt, now),
      ...(by !== null && { version: eb('version', '+', 1), changedBy: by.userID, changedAt: now }),
    }))
    .where('id', '=', campaign.id)
    .where('state', '=', campaign.state)
    .where('version', '=', campaign.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return null
  const actor: Actor = by ?? { userID: null, displayName: 'Booking windows' }
  await note(trx, actor, now, 'CAMPAIGN_CLOSED', campaign)
  return campaign.choice === 'BEST_MATCH' ? giveByRank(trx, campaign, now) : []
}

/** Closes campaigns by the clock and lets waitlists move up (spec 4 §4.5.8). */
export function campaignsService(parts: CampaignParts): BackgroundService {
  return {
    key: 'CAMPAIGNS',
    name: 'Marketplace campaigns',
    what: 'Closes campaigns at their times, gives places by rank, and lets waitlists move up.',
    schedule: { every: 1 },
    async run({ startedAt, log }) {
      const { closed, movedUp } = await followCampaigns(parts, startedAt)
      if (closed + movedUp > 0) log(`${closed} closed, ${movedUp} moved up from waitlists`)
    },
  }
}

/** Extra hours offered to the qualified (spec 4 §4.5.8). */
export function campaignsHandlers({
  clock,
  ...parts
}: CampaignParts & { readonly clock: Clock }): AreaHandlers<'campaigns'> {
  const { db, shell } = parts

  async function changed(id: number, caller: Caller, kept: readonly KeptNotification[] = []) {
    await tell(parts, id, kept)
    return campaignRow(db, id, caller.permissions, clock())
  }

  const cannot = ({ title }: StoredCampaign, state: CampaignState, action: string) =>
    new Refusal(409, 'record.cannot', { record: title, state, action })

  /** From one state to another, as it was seen. @throws Refusal 409 where that isn't possible */
  async function become(
    trx: Database,
    caller: Caller,
    seen: { readonly id: number; readonly version: number },
    to: { readonly state: KeptCampaignState; readonly action: string; readonly set?: object },
  ): Promise<StoredCampaign> {
    const now = clock()
    const campaign = await requireCampaign(trx, seen.id)
    const { state } = await standingOf(trx, campaign, now)
    if (!mayCampaignBecome(state, to.state)) throw cannot(campaign, state, to.action)
    const set = { ...to.set, state: to.state }
    await changeSeen(trx, 'campaigns', words.one, seen, set, { caller, at: now })
    return requireCampaign(trx, seen.id)
  }

  async function sentApplication(id: number) {
    const { slotID, name, state, rank, rankReason, appliedAt } = await requireApplication(db, id)
    return { id, slotID, name, state, rank, rankReason, appliedAt: iso(appliedAt) }
  }

  const ownApplications = (userID: number) =>
    db
      .selectFrom('campaignApplications as a')
      .innerJoin('campaignSlots as s', 's.id', 'a.slotID')
      .innerJoin('campaigns as c', 'c.id', 'a.campaignID')
      .where('a.userID', '=', userID)
      .orderBy('s.start')
      .orderBy('a.id')
      .select(['a.id', 'a.slotID', 'c.title', 's.start', 's.end', 'a.state', 'a.shiftID'])

  async function ownSent(userID: number, id: number) {
    const row = await ownApplications(userID).where('a.id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: 'application' })
    return { ...row, start: iso(row.start), end: iso(row.end) }
  }

  return {
    listCampaigns: async (request, { caller }) =>
      listRecords(db, request, {
        ...{ record: campaignRecord, source: recordSource(await campaignSource(db, clock())) },
        ...{ viewer: caller, now: clock() },
      }),

    getCampaign: ({ id }, { caller }) => campaignRow(db, id, caller.permissions, clock()),

    campaignDetail: async ({ id }) => {
      const now = clock()
      const campaign = await requireCampaign(db, id)
      const { slots, taken } = await standingOf(db, campaign, now)
      const applications = await db
        .selectFrom('campaignApplications as a')
        .innerJoin('users as u', 'u.id', 'a.userID')
        .where('a.campaignID', '=', id)
        .orderBy('a.slotID')
        .orderBy('a.id')
        .select(['a.id', 'a.slotID', 'u.displayName as name', 'a.state', 'a.rank', 'a.rankReason'])
        .select('a.appliedAt')
        .execute()
      const { title, text, projectID, location, bonusPerHour, rateMultiplier, closesAt, choice } = campaign
      const { areaIDs, contractTypeIDs, skillIDs, minimumQcScore, minimumWeeks } = conditionsIn(
        campaign.conditions,
      )
      return {
        ...{ title, text, projectID, location, bonusPerHour, rateMultiplier, choice },
        ...{ areaIDs: [...areaIDs], contractTypeIDs: [...contractTypeIDs], skillIDs: [...skillIDs] },
        ...{ minimumQcScore, minimumWeeks, closesAt: iso(closesAt) },
        slots: slots.map(({ campaignID: _, ...slot }) => ({
          ...slot,
          ...{ start: iso(slot.start), end: iso(slot.end), taken: taken.get(slot.id) ?? 0 },
        })),
        applications: applications.map((one) => ({ ...one, appliedAt: iso(one.appliedAt) })),
        forecast: await forecastAround(db, campaign, now),
        eligible: (await eligible(db, campaign, now)).length,
      }
    },

    previewCampaign: async (who) => ({
      people: (await eligible(db, { conditions: JSON.stringify(who) }, clock())).length,
    }),

    saveCampaign: async (wanted, { caller }) => {
      await holdTurn(db)
      const now = clock()
      const id = await db.transaction().execute(async (trx) => {
        const { values, slots } = await checked(trx, wanted, now)
        if (wanted.id === undefined) {
          const made = await trx
            .insertInto('campaigns')
            .values({
              ...{ ...values, state: 'DRAFT', opensAt: null, toldAt: null, version: 1 },
              ...{ createdBy: caller.userID, changedBy: caller.userID, changedAt: now },
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await putSlots(trx, caller, made.id, slots, now)
          await note(trx, caller, now, 'CAMPAIGN_ADDED', { id: made.id, title: values.title })
          return made.id
        }
        const before = await requireCampaign(trx, wanted.id)
        const { state } = await standingOf(trx, before, now)
        if (state === 'CLOSED' || state === 'COMPLETED' || state === 'CANCELLED')
          throw cannot(before, state, 'changed')
        await putSlots(trx, caller, before.id, slots, now)
        const seen = { id: before.id, version: wanted.version ?? 0 }
        await changeSeen(trx, 'campaigns', words.one, seen, values, { caller, at: now })
        const told = ({
          changedAt: _at,
          changedBy: _by,
          version: _v,
          project: _p,
          ...row
        }: StoredCampaign) => ({
          ...row,
          closesAt: iso(row.closesAt),
        })
        const after = await requireCampaign(trx, before.id)
        const changes = changesBetween(told(before), told(after))
        await note(trx, caller, now, 'CAMPAIGN_CHANGED', after, { changes })
        return before.id
      })
      return changed(id, caller)
    },

    openCampaign: async (seen, { caller }) => {
      const now = clock()
      const kept = await db.transaction().execute(async (trx) => {
        const before = await requireCampaign(trx, seen.id)
        if (before.closesAt <= now) throw new Refusal(400, 'booking.past')
        const set = { opensAt: before.opensAt ?? now }
        const campaign = await become(trx, caller, seen, { state: 'OPEN', action: 'opened', set })
        await note(trx, caller, now, 'CAMPAIGN_OPENED', campaign)
        return keepOpened(trx, campaign, now)
      })
      return changed(seen.id, caller, kept)
    },

    pauseCampaign: async (seen, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const campaign = await become(trx, caller, seen, { state: 'PAUSED', action: 'paused' })
        await note(trx, caller, clock(), 'CAMPAIGN_PAUSED', campaign)
      })
      return changed(seen.id, caller)
    },

    closeCampaign: async (seen, { caller }) => {
      const now = clock()
      await holdTurn(db)
      const kept = await db.transaction().execute(async (trx) => {
        const campaign = await requireCampaign(trx, seen.id)
        const { state } = await standingOf(trx, campaign, now)
        if (!mayCampaignBecome(state, 'CLOSED')) throw cannot(campaign, state, 'closed')
        const kept = await close(trx, { ...campaign, version: seen.version }, now, caller)
        if (kept === null) throw new Refusal(409, 'booking.meanwhile')
        return kept
      })
      return changed(seen.id, caller, kept)
    },

    cancelCampaign: async ({ message, ...seen }, { caller }) => {
      const now = clock()
      await holdTurn(db)
      const kept = await db.transaction().execute(async (trx) => {
        const before = await requireCampaign(trx, seen.id)
        const campaign = await become(trx, caller, seen, { state: 'CANCELLED', action: 'cancelled' })
        await note(trx, caller, now, 'CAMPAIGN_CANCELLED', campaign, { reason: message })
        const told: NewNotification[] = []
        const say = (userID: number, subject: string, sourceID: number, source = 'CAMPAIGN') =>
          told.push({ userID, subject, body: message, source, sourceID, type: 'NEW_UPDATE' })
        const shifts = await heldPlaces(trx)
          .where('a.campaignID', '=', campaign.id)
          .where('h.state', '=', 'PUBLISHED')
          .where('h.start', '>', now)
          .orderBy('h.start')
          .orderBy('h.id')
          .select(PLAN_COLUMNS.map((column) => `h.${column}` as const))
          .select(['h.id', 'h.userID'])
          .execute()
        // Each shift stays until its person agrees that it goes.
        for (const { id, userID, state: _s, planned: _p, ...plan } of shifts) {
          await trx
            .updateTable('shifts')
            .set((eb) => ({
              ...plannedColumns({ ...plan, isCancelled: true }),
              ...{ state: 'OFFERED', changedBy: caller.userID, changedAt: now },
              version: eb('version', '+', 1),
            }))
            .where('id', '=', id)
            .where('state', '=', 'PUBLISHED')
            .execute()
          say(userID, `May your shift ${shiftTimes(plan)} be cancelled?`, id, 'SHIFT')
        }
        const waiting = await trx
          .selectFrom('campaignApplications')
          .where('campaignID', '=', campaign.id)
          .where('state', 'in', ['APPLIED', 'WAITLISTED'])
          .select('userID')
          .distinct()
          .orderBy('userID')
          .execute()
        for (const { userID } of waiting) say(userID, `${before.title} is cancelled`, campaign.id)
        await trx
          .updateTable('campaignApplications')
          .set({ state: 'DECLINED', openSlotID: null, decidedAt: now })
          .where('campaignID', '=', campaign.id)
          .where('state', 'in', ['APPLIED', 'WAITLISTED'])
          .execute()
        return keepNotifications(trx, now, told)
      })
      return changed(seen.id, caller, kept)
    },

    decideApplication: async ({ id, state, override }, { caller }) => {
      const now = clock()
      await holdTurn(db)
      const { kept, campaignID } = await db.transaction().execute(async (trx) => {
        const application = await requireApplication(trx, id)
        const campaign = await requireCampaign(trx, application.campaignID)
        if (application.userID === caller.userID) throw new Refusal(403, 'booking.own')
        const { state: from } = application
        if (from !== 'APPLIED' && !(from === 'WAITLISTED' && state !== 'WAITLISTED'))
          throw new Refusal(409, 'record.cannot', {
            ...{ record: 'The application', state: from },
            action: { ACCEPTED: 'accepted', DECLINED: 'declined', WAITLISTED: 'put on the waitlist' }[state],
          })
        if (campaign.state === 'CANCELLED') throw new Refusal(400, 'campaign.notOpen')
        const slot = await requireCampaignSlot(trx, application.slotID)
        if (slot.start <= now) throw new Refusal(400, 'booking.started')
        if (state === 'ACCEPTED')
          return {
            campaignID: campaign.id,
            kept: await acceptByHand(trx, application, { campaign, slot, at: now, by: caller, override }),
          }
        await trx
          .updateTable('campaignApplications')
          .set({ state, decidedAt: now, ...(state === 'DECLINED' && { openSlotID: null }) })
          .where('id', '=', id)
          .execute()
        await audit(trx, caller, now, {
          ...{ action: `APPLICATION_${state}`, page, recordType, recordID: campaign.id },
          ...{ label: `${campaign.title}: ${application.name}`, personID: application.userID },
        })
        const subject =
          state === 'DECLINED'
            ? `${campaign.title}: not this time for ${shiftTimes(slot)}`
            : `You are on the waitlist for ${shiftTimes(slot)}`
        const { userID } = application
        const told = [
          { userID, subject, type: 'NEW_UPDATE' as const, source: 'CAMPAIGN', sourceID: campaign.id },
        ]
        return { campaignID: campaign.id, kept: await keepNotifications(trx, now, told) }
      })
      await tell(parts, campaignID, kept)
      return sentApplication(id)
    },

    applyForCampaign: async (wanted, { caller }) => {
      await holdTurn(db)
      const { id, kept } = await db.transaction().execute((trx) => apply(trx, caller, wanted, clock()))
      const { campaignID } = await requireApplication(db, id)
      await tell(parts, campaignID, kept)
      shell.main.toUser(caller.userID, 'calendarChanged', [])
      return ownSent(caller.userID, id)
    },

    withdrawApplication: async ({ id }, { caller }) => {
      await holdTurn(db)
      const kept = await db.transaction().execute((trx) => withdraw(trx, caller, id, clock()))
      const { campaignID } = await requireApplication(db, id)
      await tell(parts, campaignID, kept)
      shell.main.toUser(caller.userID, 'calendarChanged', [])
      return ownSent(caller.userID, id)
    },

    myApplications: async (_input, { caller }) => {
      const rows = await ownApplications(caller.userID)
        .where('s.start', '>', clock())
        .where('a.state', 'in', OPEN_APPLICATIONS)
        .execute()
      return { applications: rows.map((row) => ({ ...row, start: iso(row.start), end: iso(row.end) })) }
    },
  }

  /** What is to be kept of a campaign. @throws Refusal 400 for what can't be */
  async function checked(trx: Database, wanted: Saved, now: number) {
    const { id, version: _v, slots: given, closesAt: until, ...rest } = wanted
    const { areaIDs, contractTypeIDs, skillIDs, minimumQcScore, minimumWeeks, ...values } = rest
    const closesAt = Date.parse(until)
    const slots = given
      .map((slot) => ({ ...slot, start: Date.parse(slot.start), end: Date.parse(slot.end) }))
      .toSorted((a, b) => a.start - b.start || a.end - b.end)
    if (values.bonusPerHour !== null && values.rateMultiplier !== null) throw new Refusal(400, 'campaign.pay')
    if (closesAt > (slots[0]?.start ?? 0)) throw new Refusal(400, 'campaign.closesLate')
    if (id === undefined && closesAt <= now) throw new Refusal(400, 'booking.past')
    if (new Set(slots.map(({ start, end }) => `${start} ${end}`)).size < slots.length)
      throw new Refusal(400, 'window.slotTwice')
    if (values.projectID !== null) {
      const project = await trx
        .selectFrom('projects')
        .where('id', '=', values.projectID)
        .select('id')
        .executeTakeFirst()
      if (!project) throw new Refusal(404, 'record.gone', { one: 'project' })
    }
    const conditions = { areaIDs, contractTypeIDs, skillIDs, minimumQcScore, minimumWeeks }
    return { slots, values: { ...values, closesAt, conditions: JSON.stringify(conditions) } }
  }

  /** A campaign's slots as they are wanted. @throws Refusal 400 where fewer places are left than are taken */
  async function putSlots(
    trx: Database,
    caller: Caller,
    campaignID: number,
    wanted: readonly { start: number; end: number; breakMinutes: number; places: number }[],
    now: number,
  ): Promise<void> {
    const stored = await campaignSlots(trx, [campaignID])
    const taken = await placesTaken(
      trx,
      stored.map(({ id }) => id),
    )
    const find = ({ start, end }: { start: number; end: number }) =>
      stored.find((one) => one.start === start && one.end === end)
    for (const slot of wanted) {
      const same = find(slot)
      if (!same) continue
      const places = taken.get(same.id) ?? 0
      if (slot.places < places) throw new Refusal(400, 'window.placesTaken', { places })
      if (same.breakMinutes !== slot.breakMinutes) await requireGoodSlots(trx, caller, [slot], now)
      await trx
        .updateTable('campaignSlots')
        .set({ places: slot.places, breakMinutes: slot.breakMinutes })
        .where('id', '=', same.id)
        .execute()
    }
    const gone = stored.filter((one) => !wanted.some((slot) => find(slot)?.id === one.id))
    for (const { id } of gone) {
      const places = taken.get(id) ?? 0
      if (places > 0) throw new Refusal(400, 'window.placesTaken', { places })
    }
    await trx
      .deleteFrom('campaignSlots')
      .where('id', 'in', [0, ...gone.map(({ id }) => id)])
      .execute()
    const fresh = wanted.filter((slot) => !find(slot))
    await requireGoodSlots(trx, caller, fresh, now)
    for (const slot of fresh)
      await trx
        .insertInto('campaignSlots')
        .values({ ...slot, campaignID })
        .execute()
  }
}
