import type { Insertable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { CampaignTable } from '../../db/schema/slots.ts'
import { NOON } from '../../http/testing/test-server.ts'
import { ANYBODY } from './window-fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const iso = (at: number) => new Date(at).toISOString()

interface Slot {
  readonly start: number
  readonly end: number
  readonly breakMinutes?: number
  readonly places?: number
}

/**
 * Adds an open campaign, first come, until tomorrow, with one place of four hours at noon in two days where nothing else
 * is said. @returns its id and those of its slots
 */
export async function addCampaign(
  db: Database,
  {
    slots = [{ start: NOON + 2 * DAY, end: NOON + 2 * DAY + 4 * HOUR }],
    conditions = {},
    ...campaign
  }: Partial<Insertable<Omit<CampaignTable, 'conditions'>>> & {
    readonly slots?: readonly Slot[]
    readonly conditions?: object
  } = {},
): Promise<{ id: number; slots: number[] }> {
  const { id } = await db
    .insertInto('campaigns')
    .values({
      ...{ title: 'Wave 3', text: '', projectID: null, location: 'HOME', bonusPerHour: 2.5 },
      ...{ rateMultiplier: null, opensAt: NOON - DAY, closesAt: NOON + DAY, choice: 'FIRST_COME' },
      ...{ state: 'OPEN', toldAt: null, createdBy: null, version: 1, changedBy: null, changedAt: NOON },
      ...campaign,
      conditions: JSON.stringify({ ...ANYBODY, ...conditions }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids: number[] = []
  for (const { start, end, breakMinutes = 0, places = 1 } of slots) {
    const row = await db
      .insertInto('campaignSlots')
      .values({ campaignID: id, start, end, breakMinutes, places })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(row.id)
  }
  return { id, slots: ids }
}

/** Somebody applied, with nothing decided. */
export async function addApplication(
  db: Database,
  { campaignID, slotID, userID }: { campaignID: number; slotID: number; userID: number },
): Promise<number> {
  const { id } = await db
    .insertInto('campaignApplications')
    .values({
      ...{ campaignID, slotID, openSlotID: slotID, userID, state: 'APPLIED', rank: null, rankReason: '' },
      ...{ appliedAt: NOON, decidedAt: null, shiftID: null, bonusPerHour: null, rateMultiplier: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Good requests about campaign 1, which is open, its slot 1, application 1 of bob and 2 of ann for slot 2. */
export const CAMPAIGN_REQUESTS: Record<string, unknown> = {
  'campaigns.listCampaigns': {},
  'campaigns.getCampaign': { id: 1 },
  'campaigns.campaignDetail': { id: 1 },
  'campaigns.previewCampaign': {},
  'campaigns.saveCampaign': {
    ...{ title: 'Wave 4', closesAt: iso(NOON + DAY), choice: 'BEST_MATCH', bonusPerHour: 2 },
    slots: [{ start: iso(NOON + 2 * DAY), end: iso(NOON + 2 * DAY + 4 * HOUR), places: 2 }],
  },
  'campaigns.openCampaign': { id: 1, version: 1 },
  'campaigns.pauseCampaign': { id: 1, version: 1 },
  'campaigns.closeCampaign': { id: 1, version: 1 },
  'campaigns.cancelCampaign': { id: 1, version: 1, message: 'The project moved' },
  'campaigns.decideApplication': { id: 1, state: 'ACCEPTED' },
  'campaigns.applyForCampaign': { slotID: 1 },
  'campaigns.withdrawApplication': { id: 2 },
  'campaigns.myApplications': {},
}

/** What those requests are about. */
export async function addCampaignThings(db: Database, id: string): Promise<void> {
  const at = (day: number) => ({ start: NOON + day * DAY, end: NOON + day * DAY + 4 * HOUR, places: 2 })
  const { id: campaignID } = await addCampaign(db, {
    slots: [at(2), at(3)],
    state: id === 'campaigns.openCampaign' ? 'DRAFT' : 'OPEN',
    choice: id === 'campaigns.decideApplication' ? 'MANUAL' : 'FIRST_COME',
  })
  // Bob still works here then.
  await db.updateTable('leavings').set({ leaveDate: '2026-05-31' }).where('userID', '=', 2).execute()
  await addApplication(db, { campaignID, slotID: 1, userID: 2 })
  await addApplication(db, { campaignID, slotID: 2, userID: 1 })
}
