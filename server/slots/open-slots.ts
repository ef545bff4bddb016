import type { OpenSlot } from '#shared/contract/booking-windows.ts'
import { slotHours, unmetBy, windowStateAt } from '#shared/domain/booking-windows.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { checksOf, type PersonShift, sentCheck } from '../shifts/hours.ts'
import { campaignRows, campaignSlots, placesTaken } from './campaigns-stored.ts'
import { conditionsIn, dayOf, type Offeree, offerees } from './people.ts'
import { hoursBooked, slotsOf, takenOf, windowRows } from './stored.ts'

/** Hours that somebody could take, if nothing is against it. */
export interface Candidate {
  readonly shift: PersonShift
  readonly slot: Omit<OpenSlot, 'checks'>
}

type Taker = Pick<Caller, 'userID' | 'permissions'>

const overlaps = (
  a: { readonly start: number; readonly end: number },
  b: { readonly start: number; readonly end: number },
): boolean => a.start < b.end && b.start < a.end

/** When somebody waits for a decision on slots that they asked for. */
export const waitingSlots = (db: Database, userID: number) =>
  db
    .selectFrom('bookingRequests')
    .where('userID', '=', userID)
    .where('type', '=', 'SLOT')
    .where('state', '=', 'PENDING')
    .select(['start', 'end'])
    .orderBy('start')
    .execute()

async function windowCandidates(
  db: Database,
  person: Offeree,
  area: string | null,
  now: number,
): Promise<Candidate[]> {
  const windows = (
    await windowRows(db)
      .where('w.state', 'in', ['SCHEDULED', 'OPEN'])
      .where('w.closesAt', '>', now)
      .orderBy('w.id')
      .execute()
  ).filter(
    (window) =>
      windowStateAt(window, now) === 'OPEN' &&
      unmetBy(person, conditionsIn(window.conditions), dayOf(now)) === null,
  )
  if (windows.length === 0) return []
  const slots = await slotsOf(
    db,
    windows.map(({ id }) => id),
  )
  const taken = await takenOf(
    db,
    slots.map(({ id }) => id),
  )
  const booked = await hoursBooked(
    db,
    windows.map(({ id }) => id),
  )
  const of = new Map(windows.map((window) => [window.id, window]))
  return slots.flatMap((slot) => {
    const window = of.get(slot.windowID)
    const free = slot.capacity - (taken.get(slot.id) ?? 0)
    if (!window || slot.start <= now || free <= 0) return []
    const hours = slotHours(slot)
    const own = booked.get(window.id)?.get(person.userID) ?? 0
    const hoursLeft = window.maximumHours === null ? null : window.maximumHours - own
    if (hoursLeft !== null && hours > hoursLeft) return []
    const { start, end, breakMinutes } = slot
    const { projectID, location } = window
    return {
      shift: {
        ...{ id: null, userID: person.userID, start, end, breakMinutes, projectID, location },
        areaID: person.areaID,
      },
      slot: {
        ...{ source: 'WINDOW' as const, slotID: slot.id, offerID: window.id, name: window.name, text: '' },
        ...{ project: window.project, area, location, hours, breakMinutes, free, hoursLeft },
        ...{ start: new Date(start).toISOString(), end: new Date(end).toISOString() },
        ...{ isAtOnce: window.approval === 'AUTO', bonusPerHour: null, rateMultiplier: null },
        closesAt: new Date(window.closesAt).toISOString(),
      },
    }
  })
}

async function campaignCandidates(
  db: Database,
  person: Offeree,
  area: string | null,
  { now, withFull }: { readonly now: number; readonly withFull: boolean },
): Promise<Candidate[]> {
  const campaigns = (
    await campaignRows(db)
      .where('c.state', '=', 'OPEN')
      .where('c.closesAt', '>', now)
      .orderBy('c.id')
      .execute()
  ).filter(({ conditions }) => unmetBy(person, conditionsIn(conditions), dayOf(now)) === null)
  if (campaigns.length === 0) return []
  const slots = await campaignSlots(
    db,
    campaigns.map(({ id }) => id),
  )
  const taken = await placesTaken(
    db,
    slots.map(({ id }) => id),
  )
  const own = await db
    .selectFrom('campaignApplications')
    .where('userID', '=', person.userID)
    .where('openSlotID', 'is not', null)
    .select('openSlotID')
    .execute()
  const applied = new Set(own.map(({ openSlotID }) => openSlotID))
  const of = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  return slots.flatMap((slot) => {
    const campaign = of.get(slot.campaignID)
    const free = Math.max(0, slot.places - (taken.get(slot.id) ?? 0))
    if (!campaign || slot.start <= now || applied.has(slot.id) || (free === 0 && !withFull)) return []
    const { start, end, breakMinutes } = slot
    const { projectID, location, bonusPerHour, rateMultiplier } = campaign
    return {
      shift: {
        ...{ id: null, userID: person.userID, start, end, breakMinutes, projectID, location },
        areaID: person.areaID,
      },
      slot: {
        ...{ source: 'CAMPAIGN' as const, slotID: slot.id, offerID: campaign.id, name: campaign.title },
        ...{ text: campaign.text, project: campaign.project, area, location, breakMinutes, free },
        ...{ start: new Date(start).toISOString(), end: new Date(end).toISOString() },
        ...{ hours: slotHours(slot), hoursLeft: null, bonusPerHour, rateMultiplier },
        isAtOnce: campaign.choice === 'FIRST_COME' && free > 0,
        closesAt: new Date(campaign.closesAt).toISOString(),
      },
    }
  })
}

/**
 * What somebody may take now, the soonest first: they meet the conditions, a place is free, they have hours left, and
 * nothing blocks them (spec 4 §4.2.2, §5.2). What only warns is said with it. `withFull` adds campaigns’ slots that are
 * full, whose waitlist they may join.
 */
export async function openSlotsFor(
  db: Database,
  caller: Taker,
  now: number,
  { withFull = false }: { readonly withFull?: boolean } = {},
): Promise<OpenSlot[]> {
  const [person] = await offerees(db, caller.userID)
  if (!person) return []
  const area = person.areaID === null ? null : await areaName(db, person.areaID)
  const candidates = [
    ...(await windowCandidates(db, person, area, now)),
    ...(await campaignCandidates(db, person, area, { now, withFull })),
  ]
  if (candidates.length === 0) return []
  const waiting = await waitingSlots(db, caller.userID)
  const free = candidates.filter(({ shift }) => !waiting.some((one) => overlaps(one, shift)))
  const checks = await checksOf(
    db,
    caller,
    free.map(({ shift }) => shift),
    now,
  )
  return free
    .flatMap(({ slot, shift }, place) => {
      const own = checks[place] ?? []
      return own.some(({ blocks }) => blocks)
        ? []
        : [{ start: shift.start, slot: { ...slot, checks: own.map(sentCheck) } }]
    })
    .toSorted((a, b) => a.start - b.start)
    .map(({ slot }) => slot)
}

async function areaName(db: Database, id: number): Promise<string | null> {
  const row = await db.selectFrom('areas').where('id', '=', id).select('name').executeTakeFirst()
  return row?.name ?? null
}
