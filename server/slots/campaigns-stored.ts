import { slotHours } from '#shared/domain/booking-windows.ts'
import { campaignStateAt, hourCost, OPEN_APPLICATIONS } from '#shared/domain/campaigns.ts'
import { figureOf } from '#shared/domain/interviews.ts'
import type { Permissions } from '#shared/domain/permissions.ts'
import { campaignRecord } from '#shared/records/resource/campaign.ts'
import type { Database } from '../db/database.ts'
import { hourTallies, projectRates, sumOf, withExpected } from '../interviews/tallies.ts'
import { Refusal } from '../refusal.ts'
import { ratesOn } from '../shifts/planner-handlers.ts'
import { selectMade } from '../time-records/made-rows.ts'
import { dayOf } from './people.ts'

const DAY_MS = 86_400_000
/** So far back somebody's index is told by. Ours. */
const INDEX_DAYS = 28

export const campaignRows = (db: Database) =>
  db
    .selectFrom('campaigns as c')
    .leftJoin('projects', 'projects.id', 'c.projectID')
    .selectAll('c')
    .select('projects.name as project')

export type StoredCampaign = Awaited<ReturnType<ReturnType<typeof campaignRows>['executeTakeFirstOrThrow']>>

/** @throws Refusal 404 where there is none */
export async function requireCampaign(db: Database, id: number): Promise<StoredCampaign> {
  const found = await campaignRows(db).where('c.id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal(404, 'record.gone', { one: campaignRecord.words.one })
  return found
}

/** Applications that hold a place: accepted, with a shift that isn't cancelled. */
export const heldPlaces = (db: Database) =>
  db
    .selectFrom('campaignApplications as a')
    .innerJoin('shifts as h', 'h.id', 'a.shiftID')
    .where('a.state', '=', 'ACCEPTED')
    .where('h.state', '<>', 'CANCELLED')

/** How many places of each of these slots are taken. */
export async function placesTaken(
  db: Database,
  slotIDs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await heldPlaces(db)
    .where('a.slotID', 'in', [0, ...slotIDs])
    .groupBy('a.slotID')
    .select((eb) => ['a.slotID', eb.fn.countAll<number>().as('taken')])
    .execute()
  return new Map(rows.map(({ slotID, taken }) => [slotID, Number(taken)]))
}

export const campaignSlots = (db: Database, campaignIDs: readonly number[]) =>
  db
    .selectFrom('campaignSlots')
    .where('campaignID', 'in', [0, ...campaignIDs])
    .orderBy('start')
    .orderBy('id')
    .selectAll()
    .execute()

/** What a campaign is now, with its places. */
export async function standingOf(db: Database, campaign: StoredCampaign, now: number) {
  const slots = await campaignSlots(db, [campaign.id])
  const taken = await placesTaken(
    db,
    slots.map(({ id }) => id),
  )
  return { slots, taken, state: stateOf(campaign, slots, taken, now) }
}

function stateOf(
  campaign: StoredCampaign,
  slots: readonly { readonly id: number; readonly end: number; readonly places: number }[],
  taken: ReadonlyMap<number, number>,
  now: number,
) {
  return campaignStateAt(
    {
      ...{ state: campaign.state, closesAt: campaign.closesAt },
      places: slots.reduce((sum, { places }) => sum + places, 0),
      taken: slots.reduce((sum, { id }) => sum + (taken.get(id) ?? 0), 0),
      lastEnd: slots.length === 0 ? null : Math.max(...slots.map(({ end }) => end)),
    },
    now,
  )
}

/** Campaigns with all that their page says of them. */
async function madeRows(db: Database, now: number, campaigns: readonly StoredCampaign[]) {
  const ids = campaigns.map(({ id }) => id)
  const slots = await campaignSlots(db, ids)
  const taken = await placesTaken(
    db,
    slots.map(({ id }) => id),
  )
  const open = await db
    .selectFrom('campaignApplications')
    .where('campaignID', 'in', [0, ...ids])
    .where('state', 'in', OPEN_APPLICATIONS)
    .groupBy('campaignID')
    .select((eb) => ['campaignID', eb.fn.countAll<number>().as('count')])
    .execute()
  const applications = new Map(open.map(({ campaignID, count }) => [campaignID, Number(count)]))
  const worked = await heldPlaces(db)
    .innerJoin('users as u', 'u.id', 'a.userID')
    .where('a.campaignID', 'in', [0, ...ids])
    .select(['a.campaignID', 'a.bonusPerHour', 'a.rateMultiplier', 'u.contractTypeID'])
    .select(['h.start', 'h.end', 'h.breakMinutes'])
    .execute()
  const rates = await ratesOn(db, dayOf(now))
  const workedOf = Map.groupBy(worked, ({ campaignID }) => campaignID)
  const slotsOf = Map.groupBy(slots, ({ campaignID }) => campaignID)
  return campaigns.map((campaign) => {
    const own = slotsOf.get(campaign.id) ?? []
    const places = own.reduce((sum, one) => sum + one.places, 0)
    const gone = own.reduce((sum, { id }) => sum + (taken.get(id) ?? 0), 0)
    const shifts = workedOf.get(campaign.id) ?? []
    const costs = shifts.map((shift) => {
      const rate = rates.get(shift.contractTypeID ?? 0)
      return rate === undefined ? null : slotHours(shift) * hourCost(rate, shift)
    })
    const { id, version, title, project, projectID, bonusPerHour, rateMultiplier, closesAt, choice } =
      campaign
    return {
      ...{ id, version, title, project, projectID, bonusPerHour, rateMultiplier, closesAt, choice },
      from: dayOf(own[0]?.start ?? closesAt),
      to: dayOf(own.at(-1)?.start ?? closesAt),
      ...{ places, taken: gone, applications: applications.get(id) ?? 0 },
      fillRate: places === 0 ? 0 : Math.round((gone / places) * 1000) / 10,
      cost: costs.every((one) => one !== null)
        ? Math.round(costs.reduce<number>((sum, one) => sum + (one ?? 0), 0) * 100) / 100
        : null,
      hours: shifts.reduce((sum, shift) => sum + slotHours(shift), 0),
      state: stateOf(campaign, own, taken, now),
    }
  })
}

const FIELDS = {
  id: 'whole',
  version: 'whole',
  title: 'text',
  project: 'text',
  projectID: 'whole',
  from: 'text',
  to: 'text',
  places: 'whole',
  taken: 'whole',
  applications: 'whole',
  fillRate: 'number',
  bonusPerHour: 'number',
  rateMultiplier: 'number',
  cost: 'number',
  hours: 'number',
  closesAt: 'whole',
  choice: 'text',
  state: 'text',
} as const

/** What the page of campaigns lists. */
export async function campaignSource(db: Database, now: number) {
  const rows = await madeRows(db, now, await campaignRows(db).orderBy('c.id').execute())
  return selectMade(db, FIELDS, rows).selectAll('m')
}

/** One campaign as its page has it: what it costs only for those who see metrics. @throws Refusal 404 */
export async function campaignRow(db: Database, id: number, viewer: Permissions, now: number) {
  const [row] = await madeRows(db, now, [await requireCampaign(db, id)])
  if (!row) throw new Refusal(404, 'record.gone', { one: campaignRecord.words.one })
  const { closesAt, cost, ...rest } = row
  return {
    ...rest,
    closesAt: new Date(closesAt).toISOString(),
    ...(viewer.can('IRESOURCE_CAN_SEE_METRICS') && { cost }),
  }
}

/** People's index on a project over its last weeks (spec 4 §2.5); null where there is nothing to tell it by. */
export async function indexesOn(
  db: Database,
  projectID: number | null,
  userIDs: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, number | null>> {
  if (projectID === null) return new Map()
  const time = { from: now - INDEX_DAYS * DAY_MS, to: now, now, projectIDs: [projectID] }
  const rates = projectRates(await hourTallies(db, time))
  const indexes = new Map<number, number | null>()
  for (const userID of new Set(userIDs)) {
    const own = withExpected(await hourTallies(db, { ...time, userID }), rates)
    indexes.set(userID, own.length === 0 ? null : figureOf('index', sumOf(own)))
  }
  return indexes
}
