import * as z from 'zod/mini'
import { REASON_MAX, REASON_MIN } from '../domain/booking.ts'
import { CAPACITY_MAX, SLOTS_MAX } from '../domain/booking-windows.ts'
import { APPLICATION_STATES, CHOICES } from '../domain/campaigns.ts'
import { SHIFT_LOCATIONS } from '../domain/shifts.ts'
import { listCall } from '../records/record.ts'
import { campaignRecord } from '../records/resource/campaign.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'
import { recordVersion } from './records.ts'

const { path, spec, permission } = campaignRecord
const OWN = 'ITRACKER_CAN_SEE_MY_SCHEDULE'
const TITLE_MAX = 100
const TEXT_MAX = 2000
const IDS_MAX = 200
const BREAK_MAX = 240
/** GBP an hour, and by how much a rate is multiplied, at most. Ours. */
const BONUS_MAX = 100
const MULTIPLIER_MAX = 5
const WEEKS_MAX = 520

const ids = z._default(z.array(recordID).check(z.maxLength(IDS_MAX)), [])

/** Whom it is for. */
const who = {
  areaIDs: ids,
  contractTypeIDs: ids,
  skillIDs: ids,
  minimumQcScore: z._default(z.nullable(z.number().check(z.minimum(0), z.maximum(100))), null),
  minimumWeeks: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(WEEKS_MAX))), null),
} as const

const values = {
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(TITLE_MAX)),
  text: z._default(z.string().check(z.trim(), z.maxLength(TEXT_MAX)), ''),
  projectID: z._default(z.nullable(recordID), null),
  location: z._default(z.enum(SHIFT_LOCATIONS), 'OFFICE'),
  bonusPerHour: z._default(z.nullable(z.number().check(z.minimum(0), z.maximum(BONUS_MAX))), null),
  rateMultiplier: z._default(z.nullable(z.number().check(z.minimum(1), z.maximum(MULTIPLIER_MAX))), null),
  ...who,
  closesAt: timestamp,
  choice: z.enum(CHOICES),
} as const

const slotValues = {
  start: timestamp,
  end: timestamp,
  breakMinutes: z._default(z.int().check(z.minimum(0), z.maximum(BREAK_MAX)), 0),
  places: z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX)),
} as const

export const listCampaigns = listCall(campaignRecord)

export const getCampaign = call({
  path: `${path}/get`,
  request: z.object({ id: recordID }),
  response: z.extend(z.partial(campaignRecord.row), { id: recordID, version: recordVersion }),
  summary: 'One campaign, without the columns that its viewer may not see.',
  spec,
  permission,
  extension: true,
})

const application = z.object({
  id: recordID,
  slotID: recordID,
  name: z.string(),
  state: z.enum(APPLICATION_STATES),
  rank: z.nullable(z.int()),
  /** What the rank went by. */
  rankReason: z.string(),
  appliedAt: timestamp,
})

export const campaignDetail = call({
  path: `${path}/detail`,
  request: z.object({ id: recordID }),
  response: z.object({
    ...values,
    slots: z.array(z.object({ id: recordID, ...slotValues, taken: z.int() })),
    applications: z.array(application),
    /** Completes that its project is forecast to have without the hours that were taken, and with them; null without a project that runs. */
    forecast: z.nullable(z.object({ before: z.number(), after: z.number(), target: z.int() })),
    /** How many people it is for. */
    eligible: z.int(),
  }),
  summary: 'A campaign with its slots, who applied, and why each has the rank that they have.',
  spec,
  permission,
  extension: true,
})
export type CampaignDetail = z.output<typeof campaignDetail.response>

export const previewCampaign = call({
  path: `${path}/preview`,
  request: z.object(who),
  response: z.object({ people: z.int() }),
  summary: 'How many people a campaign with these conditions is for.',
  spec,
  permission,
  extension: true,
})

export const saveCampaign = call({
  path: `${path}/save`,
  request: z.object({
    /** Both absent for a new one, which is a DRAFT. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
    ...values,
    slots: z.array(z.object(slotValues)).check(z.minLength(1), z.maxLength(SLOTS_MAX)),
  }),
  response: getCampaign.response,
  summary: 'Makes a campaign, or changes the one that was seen while it isn’t closed.',
  spec,
  permission,
})

const seen = { id: recordID, version: recordVersion }
const action = (name: string, summary: string) =>
  call({
    path: `${path}/${name}`,
    request: z.object(seen),
    response: getCampaign.response,
    summary,
    spec,
    permission,
  })

export const openCampaign = {
  ...action('open', 'Opens a campaign, or goes on with a paused one; whom it is for is told once.'),
}
export const pauseCampaign = { ...action('pause', 'Takes no applications for now.') }
export const closeCampaign = {
  ...action('close', 'Closes a campaign now; by BEST_MATCH the places are given then.'),
}

export const cancelCampaign = call({
  path: `${path}/cancel`,
  request: z.object({
    ...seen,
    message: z.string().check(z.trim(), z.minLength(REASON_MIN), z.maxLength(REASON_MAX)),
  }),
  response: getCampaign.response,
  summary: 'Cancels a campaign with a message. Shifts that came of it are cancelled once their people agree.',
  spec,
  permission,
})

export const decideApplication = call({
  path: `${path}/decide`,
  request: z.object({
    id: recordID,
    state: z.enum(['ACCEPTED', 'DECLINED', 'WAITLISTED']),
    /** Why it is accepted in spite of what warns (spec 4 §5.2). */
    override: z._default(z.string().check(z.trim(), z.maxLength(REASON_MAX)), ''),
  }),
  response: application,
  summary: 'Decides on an application where planners choose.',
  spec,
  permission,
})

/** An application as its person sees it. */
const ownApplication = z.object({
  id: recordID,
  slotID: recordID,
  title: z.string(),
  start: timestamp,
  end: timestamp,
  state: z.enum(APPLICATION_STATES),
  shiftID: z.nullable(recordID),
})
export type OwnApplication = z.output<typeof ownApplication>

export const applyForCampaign = call({
  path: `${path}/apply`,
  request: z.object({
    slotID: recordID,
    /** Why it is taken in spite of what warns. */
    reason: z._default(z.string().check(z.trim(), z.maxLength(REASON_MAX)), ''),
  }),
  response: ownApplication,
  summary:
    'Applies for a slot of an open campaign. FIRST_COME accepts at once, or waitlists where it is full.',
  spec,
  permission: OWN,
})

export const withdrawApplication = call({
  path: `${path}/withdraw`,
  request: z.object({ id: recordID }),
  response: ownApplication,
  summary:
    'Withdraws an own application before its slot begins; more than 2 hours before, the first on the waitlist is accepted.',
  spec,
  permission: OWN,
})

export const myApplications = call({
  path: `${path}/mine`,
  request: z.object({}),
  response: z.object({ applications: z.array(ownApplication) }),
  summary: 'One’s own applications for slots that are still to come.',
  spec: '4 §4.2.2',
  permission: OWN,
  extension: true,
})
