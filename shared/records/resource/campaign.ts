import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { CAMPAIGN_STATE_WORDS, CAMPAIGN_STATES, CHOICE_WORDS, CHOICES } from '../../domain/campaigns.ts'
import { recordType } from '../record.ts'

const day = z.iso.date()

/** Resource › Marketplace campaigns (spec 4 §4.5.8). */
export const campaignRecord = recordType({
  name: 'campaign',
  page: 'resource.marketplace-campaigns',
  path: '/api/resource/campaign',
  spec: '4 §4.5.8, §5.5',
  words: { one: 'campaign', many: 'campaigns', none: 'No campaign yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    title: z.string(),
    project: z.nullable(z.string()),
    /** London's days of its first and last slot. */
    from: day,
    to: day,
    places: z.int(),
    taken: z.int(),
    /** That are about something: applied, accepted or on the waitlist. */
    applications: z.int(),
    /** Per cent of the places. */
    fillRate: z.number(),
    bonusPerHour: z.nullable(z.number()),
    rateMultiplier: z.nullable(z.number()),
    /** GBP: hours taken by rate and bonus; null where a rate isn't known. */
    cost: z.nullable(z.number()),
    /** Hours that are taken. */
    hours: z.number(),
    closesAt: timestamp,
    choice: z.enum(CHOICES),
    state: z.enum(CAMPAIGN_STATES),
  }),
  columns: {
    title: { kind: 'text', label: 'Title', isSearched: true, width: 16 },
    state: { kind: 'choice', label: 'State', choices: CAMPAIGN_STATE_WORDS, width: 7 },
    project: {
      kind: 'text',
      picks: { of: 'project', by: 'projectID' },
      label: 'Project',
      isSearched: true,
      width: 10,
    },
    from: { kind: 'day', label: 'From', width: 9 },
    to: { kind: 'day', label: 'To', width: 9 },
    places: { kind: 'number', isSummed: true, label: 'Places', width: 6 },
    taken: { kind: 'number', isSummed: true, label: 'Taken', width: 6 },
    applications: { kind: 'number', isSummed: true, label: 'Applications', width: 8 },
    fillRate: { kind: 'number', label: 'Fill rate %', width: 7 },
    bonusPerHour: { kind: 'number', isPounds: true, label: 'Bonus £/h', width: 7 },
    rateMultiplier: { kind: 'number', label: 'Rate times', isExtra: true },
    cost: {
      kind: 'number',
      isPounds: true,
      isSummed: true,
      label: 'Cost £',
      permission: 'IRESOURCE_CAN_SEE_METRICS',
      width: 7,
    },
    hours: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Hours taken', isExtra: true },
    closesAt: { kind: 'moment', label: 'Closes', width: 11 },
    choice: { kind: 'choice', label: 'Choice', choices: CHOICE_WORDS, width: 10 },
  },
  order: [{ field: 'from', direction: 'DESC' }],
  permission: { anyOf: ['IRESOURCE_CAN_SEE_MARKETPLACE', 'IRESOURCE_CAN_SEE_CAMPAIGNS'] },
})
