import type { Generated } from 'kysely'
import type { Approval, WindowState } from '#shared/domain/booking-windows.ts'
import type { ApplicationState, Choice, KeptCampaignState } from '#shared/domain/campaigns.ts'
import type { ShiftLocation } from '#shared/domain/shifts.ts'
import type { Versioned } from './records.ts'
import type { Time } from './time.ts'

/** A time in which people book their own hours (spec 4 §2.3). */
export interface BookingWindowTable extends Versioned {
  name: string
  /** As names are compared: in small letters. Unique. */
  nameKey: string
  opensAt: Time
  closesAt: Time
  /** London's days of its slots, YYYY-MM-DD, both included. */
  from: string
  to: string
  projectID: number | null
  location: ShiftLocation
  /** Hours that a person is to book at least, and may at most; null for no limit. */
  minimumHours: number
  maximumHours: number | null
  approval: Approval
  /** As somebody left it: it opens and closes by the clock, too (`windowStateAt`). */
  state: WindowState
  /** JSON of `Eligibility`. */
  conditions: string
  createdBy: number | null
  /** When those who had booked nothing were last reminded. */
  remindedAt: Time | null
}

/** Hours that so many people can book. */
export interface WindowSlotTable {
  id: Generated<number>
  windowID: number
  start: Time
  end: Time
  breakMinutes: number
  capacity: number
}

/**
 * Who booked what. It holds a place while its shift isn't cancelled, and before there is one while its request waits;
 * so whatever ends a shift or a request frees the place.
 */
export interface SlotBookingTable {
  id: Generated<number>
  slotID: number
  userID: number
  shiftID: number | null
  /** Where a planner decides. */
  requestID: number | null
  at: Time
}

/** Extra hours that are offered to the qualified (spec 4 §2.3). Money is GBP. */
export interface CampaignTable extends Versioned {
  title: string
  text: string
  projectID: number | null
  location: ShiftLocation
  bonusPerHour: number | null
  rateMultiplier: number | null
  /** JSON of `Eligibility`. */
  conditions: string
  /** When somebody opened it; null before. */
  opensAt: Time | null
  closesAt: Time
  choice: Choice
  /** As somebody left it: FULL, CLOSED and COMPLETED follow, too (`campaignStateAt`). */
  state: KeptCampaignState
  /** When those who may apply were told of it; once. */
  toldAt: Time | null
  createdBy: number | null
}

export interface CampaignSlotTable {
  id: Generated<number>
  campaignID: number
  start: Time
  end: Time
  breakMinutes: number
  places: number
}

/** Who applied for what. An accepted one holds a place while its shift isn't cancelled. */
export interface CampaignApplicationTable {
  id: Generated<number>
  campaignID: number
  slotID: number
  /** The slot while the application is about something, so that somebody has one at a time. */
  openSlotID: number | null
  userID: number
  state: ApplicationState
  rank: number | null
  /** What the rank went by, as people read it. */
  rankReason: string
  appliedAt: Time
  decidedAt: Time | null
  shiftID: number | null
  /** What was promised when it was accepted, for pay lines. */
  bonusPerHour: number | null
  rateMultiplier: number | null
}
