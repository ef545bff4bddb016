import { unmetBy } from '#shared/domain/booking-windows.ts'
import { byRank, isInTimeForWaitlist, OPEN_APPLICATIONS, type Ranked } from '#shared/domain/campaigns.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { permissionsOf } from '#shared/domain/permissions.ts'
import { hoursOfShift, shiftTimes } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { type Actor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { checksOf, type PersonShift, requireHours, requireNothingBlocks } from '../shifts/hours.ts'
import { addSourcedShift, shiftOfSlot } from './booking.ts'
import {
  campaignSlots,
  indexesOn,
  placesTaken,
  requireCampaign,
  type StoredCampaign,
  standingOf,
} from './campaigns-stored.ts'
import { conditionsIn, conditionText, dayOf, namesOf, offerees } from './people.ts'

const PAGE = 'resource.marketplace-campaigns'
const OWN_PAGE = 'tracker.my-calendar'
/** What nobody in particular decides is held to the rules without anybody's exceptions. */
const NOBODY = { permissions: permissionsOf([]) }
const BY_ITSELF: Actor = { userID: null, displayName: 'Booking windows' }
const REASON_MIN = 3
const APPLIED = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})

type Slot = Awaited<ReturnType<typeof campaignSlots>>[number]

/** The slot. @throws Refusal 404 where there is none */
export async function requireCampaignSlot(db: Database, id: number): Promise<Slot> {
  const slot = await db.selectFrom('campaignSlots').where('id', '=', id).selectAll().executeTakeFirst()
  if (!slot) throw new Refusal(404, 'record.gone', { one: 'slot' })
  return slot
}

/** The application. @throws Refusal 404 where there is none */
export async function requireApplication(db: Database, id: number) {
  const row = await db
    .selectFrom('campaignApplications as a')
    .innerJoin('users as u', 'u.id', 'a.userID')
    .where('a.id', '=', id)
    .selectAll('a')
    .select(['u.displayName as name', 'u.areaID'])
    .executeTakeFirst()
  if (!row) throw new Refusal(404, 'record.gone', { one: 'application' })
  return row
}
export type StoredApplication = Awaited<ReturnType<typeof requireApplication>>

const news = (userID: number, subject: string, more: Partial<NewNotification> = {}): NewNotification => ({
  ...{ userID, subject, type: 'NEW_UPDATE', source: 'CAMPAIGN', ...more },
})

interface Acceptance {
  readonly campaign: StoredCampaign
  readonly slot: Slot
  readonly at: number
  /** Who decides, and so by whose permissions; nobody where it goes by itself. */
  readonly by: Caller | null
}

const actorOf = (by: Caller | null): Actor => by ?? BY_ITSELF

const shiftFor = (slot: Slot, campaign: StoredCampaign, person: { userID: number; areaID: number | null }) =>
  shiftOfSlot(slot, campaign, person)

/** @throws Refusal 409 where the last place is somebody else's */
async function requireCampaignPlace(trx: Database, slot: Slot): Promise<void> {
  const taken = (await placesTaken(trx, [slot.id])).get(slot.id) ?? 0
  if (taken >= slot.places) throw new Refusal(409, 'shiftRequest.taken')
}

/** Makes the shift of an application that is accepted, with what was promised. The caller has made sure of the hours. */
async function giveShift(
  trx: Database,
  application: Pick<StoredApplication, 'id' | 'userID' | 'areaID' | 'name'>,
  { campaign, slot, at, by }: Acceptance,
): Promise<{ readonly shiftID: number; readonly shift: Omit<PersonShift, 'id'> }> {
  await requireCampaignPlace(trx, slot)
  const { id: _id, ...shift } = shiftFor(slot, campaign, application)
  const shiftID = await addSourcedShift(trx, shift, {
    ...{ by: by?.userID ?? application.userID, at, source: 'CAMPAIGN' },
  })
  const { bonusPerHour, rateMultiplier } = campaign
  await trx
    .updateTable('campaignApplications')
    .set({ state: 'ACCEPTED', shiftID, decidedAt: at, bonusPerHour, rateMultiplier })
    .where('id', '=', application.id)
    .execute()
  await audit(trx, actorOf(by), at, {
    ...{ action: 'APPLICATION_ACCEPTED', page: PAGE, recordType: 'campaign', recordID: campaign.id },
    ...{ label: `${campaign.title}: ${application.name}`, personID: application.userID },
  })
  return { shiftID, shift }
}

const acceptedNews = (userID: number, { campaign, slot }: Acceptance, shiftID: number) =>
  news(userID, `You have the shift ${shiftTimes(slot)}`, {
    ...{ body: campaign.title, source: 'SHIFT', sourceID: shiftID, cssClass: 'success' },
  })

/** Tells who made the campaign once its last place is taken. */
async function fullNews(trx: Database, campaign: StoredCampaign): Promise<NewNotification[]> {
  if (campaign.createdBy === null) return []
  const slots = await campaignSlots(trx, [campaign.id])
  const taken = await placesTaken(
    trx,
    slots.map(({ id }) => id),
  )
  const isFull = slots.every(({ id, places }) => (taken.get(id) ?? 0) >= places)
  return isFull
    ? [news(campaign.createdBy, `All places of ${campaign.title} are taken`, { sourceID: campaign.id })]
    : []
}

/** Where a planner chooses: accepts an application. @throws Refusal as spec 4 §5.2 has it */
export async function acceptByHand(
  trx: Database,
  application: StoredApplication,
  acceptance: Acceptance & { readonly by: Caller; readonly override: string },
): Promise<KeptNotification[]> {
  const { by, at, override } = acceptance
  const { shiftID, shift } = await giveShift(trx, application, acceptance)
  await requireHours(trx, by, [{ ...shift, id: shiftID }], { reason: override, now: at })
  return keepNotifications(trx, at, [
    acceptedNews(application.userID, acceptance, shiftID),
    ...(await fullNews(trx, acceptance.campaign)),
  ])
}

/** Applies (spec 4 §4.5.8). The caller holds the turn. @throws Refusal as spec 4 §5.2 and §5.6 have it */
export async function apply(
  trx: Database,
  caller: Caller,
  { slotID, reason }: { readonly slotID: number; readonly reason: string },
  now: number,
): Promise<{ readonly id: number; readonly kept: KeptNotification[] }> {
  const slot = await requireCampaignSlot(trx, slotID)
  const campaign = await requireCampaign(trx, slot.campaignID)
  const { state, taken } = await standingOf(trx, campaign, now)
  if (state !== 'OPEN' && state !== 'FULL') throw new Refusal(400, 'campaign.notOpen')
  const [person] = await offerees(trx, caller.userID)
  if (!person) throw new Refusal(403, 'accessDenied')
  const conditions = conditionsIn(campaign.conditions)
  const unmet = unmetBy(person, conditions, dayOf(now))
  if (unmet !== null) {
    const condition = conditionText(unmet, conditions, await namesOf(trx))
    throw new Refusal(400, 'slot.conditions', { condition })
  }
  if (slot.start <= now) throw new Refusal(400, 'booking.started')
  const twice = await trx
    .selectFrom('campaignApplications')
    .where('userID', '=', caller.userID)
    .where('openSlotID', '=', slotID)
    .select('id')
    .executeTakeFirst()
  if (twice) throw new Refusal(409, 'campaign.twice')
  const { id } = await trx
    .insertInto('campaignApplications')
    .values({
      ...{ campaignID: campaign.id, slotID, openSlotID: slotID, userID: caller.userID, state: 'APPLIED' },
      ...{ rank: null, rankReason: '', appliedAt: now, decidedAt: null, shiftID: null },
      ...{ bonusPerHour: null, rateMultiplier: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(trx, caller, now, {
    ...{ action: 'APPLICATION_ADDED', page: OWN_PAGE, recordType: 'campaign', recordID: campaign.id },
    ...{ label: `${campaign.title}: ${shiftTimes(slot)}`, personID: caller.userID, reason },
  })
  const application = await requireApplication(trx, id)
  const acceptance = { campaign, slot, at: now, by: caller }
  const isFree = (taken.get(slotID) ?? 0) < slot.places
  if (campaign.choice === 'FIRST_COME' && isFree) {
    const { shiftID, shift } = await giveShift(trx, application, acceptance)
    await requireHours(trx, caller, [{ ...shift, id: shiftID }], { reason, now })
    const told = [acceptedNews(caller.userID, acceptance, shiftID), ...(await fullNews(trx, campaign))]
    return { id, kept: await keepNotifications(trx, now, told) }
  }
  const checks = await checksOf(trx, caller, [shiftFor(slot, campaign, application)], now)
  requireNothingBlocks(checks)
  const warnings = checks.flat()
  if (warnings.length > 0 && reason.trim().length < REASON_MIN)
    throw new Refusal(400, 'shift.warned', { faults: warnings.map(({ text }) => text).join(' ') })
  if (campaign.choice === 'FIRST_COME')
    await trx.updateTable('campaignApplications').set({ state: 'WAITLISTED' }).where('id', '=', id).execute()
  return { id, kept: [] }
}

/** Accepts the first on the waitlist whom nothing blocks, for each place that is free in time (spec 4 §4.5.8, §5.7). */
export async function moveUp(trx: Database, slot: Slot, now: number): Promise<KeptNotification[]> {
  if (!isInTimeForWaitlist(slot.start, now)) return []
  const campaign = await requireCampaign(trx, slot.campaignID)
  if (campaign.state === 'CANCELLED' || campaign.state === 'DRAFT') return []
  const waiting = await trx
    .selectFrom('campaignApplications as a')
    .innerJoin('users as u', 'u.id', 'a.userID')
    .where('a.slotID', '=', slot.id)
    .where('a.state', '=', 'WAITLISTED')
    .selectAll('a')
    .select(['u.displayName as name', 'u.areaID'])
    .execute()
  const inOrder = waiting.toSorted(
    (a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || a.appliedAt - b.appliedAt || a.id - b.id,
  )
  const told: NewNotification[] = []
  for (const application of inOrder) {
    const taken = (await placesTaken(trx, [slot.id])).get(slot.id) ?? 0
    if (taken >= slot.places) break
    const [checks = []] = await checksOf(trx, NOBODY, [shiftFor(slot, campaign, application)], now)
    if (checks.some(({ blocks }) => blocks)) continue
    const acceptance = { campaign, slot, at: now, by: null }
    const { shiftID } = await giveShift(trx, application, acceptance)
    told.push(acceptedNews(application.userID, acceptance, shiftID))
  }
  return keepNotifications(trx, now, told)
}

/** Withdraws an application before its slot begins; its shift goes, and its place to the waitlist if there is time. */
export async function withdraw(
  trx: Database,
  caller: Caller,
  id: number,
  now: number,
): Promise<KeptNotification[]> {
  const application = await requireApplication(trx, id)
  if (application.userID !== caller.userID) throw new Refusal(404, 'record.gone', { one: 'application' })
  const { state } = application
  if (!OPEN_APPLICATIONS.some((open) => open === state))
    throw new Refusal(409, 'record.cannot', { record: 'The application', state, action: 'withdrawn' })
  const slot = await requireCampaignSlot(trx, application.slotID)
  if (slot.start <= now) throw new Refusal(400, 'booking.started')
  const campaign = await requireCampaign(trx, application.campaignID)
  await trx
    .updateTable('campaignApplications')
    .set({ state: 'WITHDRAWN', openSlotID: null, decidedAt: now })
    .where('id', '=', id)
    .execute()
  await audit(trx, caller, now, {
    ...{ action: 'APPLICATION_WITHDRAWN', page: OWN_PAGE, recordType: 'campaign', recordID: campaign.id },
    ...{ label: `${campaign.title}: ${shiftTimes(slot)}`, personID: caller.userID },
  })
  if (application.shiftID === null) return []
  await trx
    .updateTable('shifts')
    .set((eb) => ({
      ...{ state: 'CANCELLED', changedBy: caller.userID, changedAt: now },
      ...{ planned: null, plannedStart: null, plannedEnd: null },
      version: eb('version', '+', 1),
    }))
    .where('id', '=', application.shiftID)
    .where('userID', '=', caller.userID)
    .where('state', 'in', ['PUBLISHED', 'OFFERED'])
    .execute()
  const moved = await moveUp(trx, slot, now)
  const told =
    campaign.createdBy === null
      ? []
      : [
          news(campaign.createdBy, `${caller.displayName} withdrew from ${campaign.title}`, {
            ...{ body: shiftTimes(slot), sourceID: campaign.id },
          }),
        ]
  return [...moved, ...(await keepNotifications(trx, now, told))]
}

/** Hours planned for people in the week of a slot. */
async function weekHoursOf(trx: Database, userIDs: readonly number[], start: number) {
  const week = startOfLondonWeek(start)
  const rows = await trx
    .selectFrom('shifts')
    .where('userID', 'in', [0, ...userIDs])
    .where('state', 'in', ['PUBLISHED', 'OFFERED', 'LIVE', 'COMPLETED'])
    .where('start', '>=', week)
    .where('start', '<', londonDayAfter(week, 7))
    .select(['userID', 'start', 'end', 'breakMinutes'])
    .execute()
  const hours = new Map<number, number>()
  for (const { userID, ...shift } of rows) hours.set(userID, (hours.get(userID) ?? 0) + hoursOfShift(shift))
  return hours
}

const rankText = ({ index, weekHours, appliedAt }: Ranked): string =>
  [
    index === null ? 'No index yet' : `Index ${Math.round(index)}`,
    `${Number(weekHours.toFixed(2))} h planned that week`,
    `applied ${APPLIED.format(appliedAt)}`,
  ].join(' · ')

/**
 * Ranks who applied and gives the places by it, the earliest slot first; the others are on the waitlist, who is blocked
 * by then is declined (spec 4 §4.5.8).
 */
export async function giveByRank(
  trx: Database,
  campaign: StoredCampaign,
  now: number,
): Promise<KeptNotification[]> {
  const told: NewNotification[] = []
  for (const slot of await campaignSlots(trx, [campaign.id])) {
    const applied = await trx
      .selectFrom('campaignApplications as a')
      .innerJoin('users as u', 'u.id', 'a.userID')
      .where('a.slotID', '=', slot.id)
      .where('a.state', '=', 'APPLIED')
      .selectAll('a')
      .select(['u.displayName as name', 'u.areaID'])
      .orderBy('a.id')
      .execute()
    if (applied.length === 0) continue
    const people = applied.map(({ userID }) => userID)
    const indexes = await indexesOn(trx, campaign.projectID, people, now)
    const hours = await weekHoursOf(trx, people, slot.start)
    const ranked = applied
      .map((one) => ({
        ...one,
        index: indexes.get(one.userID) ?? null,
        weekHours: hours.get(one.userID) ?? 0,
      }))
      .toSorted(byRank)
    let rank = 0
    for (const application of ranked) {
      rank += 1
      const set = { rank, rankReason: rankText(application) }
      await trx.updateTable('campaignApplications').set(set).where('id', '=', application.id).execute()
      const [checks = []] = await checksOf(trx, NOBODY, [shiftFor(slot, campaign, application)], now)
      const blocking = checks.find(({ blocks }) => blocks)
      const taken = (await placesTaken(trx, [slot.id])).get(slot.id) ?? 0
      const acceptance = { campaign, slot, at: now, by: null }
      if (blocking) {
        await trx
          .updateTable('campaignApplications')
          .set({ state: 'DECLINED', openSlotID: null, decidedAt: now })
          .where('id', '=', application.id)
          .execute()
        told.push(
          news(application.userID, `You can’t have ${shiftTimes(slot)}`, {
            ...{ body: blocking.text, sourceID: campaign.id },
          }),
        )
      } else if (taken < slot.places) {
        const { shiftID } = await giveShift(trx, application, acceptance)
        told.push(acceptedNews(application.userID, acceptance, shiftID))
      } else {
        await trx
          .updateTable('campaignApplications')
          .set({ state: 'WAITLISTED', decidedAt: now })
          .where('id', '=', application.id)
          .execute()
        told.push(
          news(application.userID, `You are on the waitlist for ${shiftTimes(slot)}`, {
            ...{ body: campaign.title, sourceID: campaign.id },
          }),
        )
      }
    }
  }
  told.push(...(await fullNews(trx, campaign)))
  return keepNotifications(trx, now, told)
}
