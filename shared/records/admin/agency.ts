import * as z from 'zod/mini'
import { chatAddress } from '../../contract/chat-address.ts'
import { recordID } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { type Field, recordType } from '../record.ts'

/** What becomes of an agency (spec 5 §4.4). */
export const AGENCY_STATUSES = { ACTIVE: 'Active', SUSPENDED: 'Suspended', ENDED: 'Ended' } as const
const statuses = Object.keys(AGENCY_STATUSES) as (keyof typeof AGENCY_STATUSES)[]

const NAME_MAX = 100
const TEXT_MAX = 200
const ADDRESS_MAX = 500
/** Days to pay within, and hours of notice, at most. Ours. */
const DAYS_MAX = 180
const HOURS_MAX = 720

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const count = (max: number) => z.int().check(z.minimum(0), z.maximum(max))

/** What a form of an agency holds. */
export const agencyValues = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX)),
  code: text(20),
  status: z.enum(statuses),
  contactName: text(NAME_MAX),
  email: z.union([z.literal(''), z.email()]).check(z.maxLength(TEXT_MAX)),
  phone: text(40),
  address: text(ADDRESS_MAX),
  companyNumber: text(20),
  vatNumber: text(20),
  paymentTermsDays: count(DAYS_MAX),
  minimumNoticeHours: count(HOURS_MAX),
})

export const AGENCY_FIELDS = {
  name: { kind: 'text', label: 'Name', max: NAME_MAX, isRequired: true },
  code: { kind: 'text', label: 'Code', max: 20 },
  status: {
    kind: 'choice',
    label: 'Status',
    choices: AGENCY_STATUSES,
    isRequired: true,
    hint: 'Ended: its people’s accounts end. That can’t be undone.',
  },
  contactName: { kind: 'text', label: 'Contact', max: NAME_MAX },
  email: { kind: 'text', label: 'E-mail', max: TEXT_MAX },
  phone: { kind: 'text', label: 'Phone', max: 40 },
  address: { kind: 'longText', label: 'Address', max: ADDRESS_MAX },
  companyNumber: { kind: 'text', label: 'Company number', max: 20 },
  vatNumber: { kind: 'text', label: 'VAT number', max: 20 },
  paymentTermsDays: {
    kind: 'number',
    label: 'Payment terms in days',
    min: 0,
    max: DAYS_MAX,
    isRequired: true,
  },
  minimumNoticeHours: {
    kind: 'number',
    label: 'Minimum notice in hours',
    min: 0,
    max: HOURS_MAX,
    isRequired: true,
  },
} as const satisfies Record<keyof z.output<typeof agencyValues>, Field>

/** Staffing agencies that people work through (spec 5 §4.4). */
export const agencyRecord = recordType({
  name: 'agency',
  page: 'admin.configuration.agencies',
  path: '/api/admin/agencies',
  spec: '5 §4.4',
  words: { one: 'agency', many: 'agencies', none: 'No agencies yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    ...agencyValues.shape,
    /** Active people who work through it. */
    workers: z.int(),
    /** Active people of its own, who see its workers. */
    users: z.int(),
    /** Its rates that hold today. */
    rates: z.int(),
    /** The last day of its contracts, YYYY-MM-DD; null where one has no end, or there is none. */
    contractTo: z.nullable(z.string()),
    /** The chat room of its people; null until somebody comes to it. */
    room: z.nullable(chatAddress),
  }),
  columns: {
    name: { kind: 'text', label: 'Name', isSearched: true, width: 18 },
    status: { kind: 'choice', label: 'Status', choices: AGENCY_STATUSES, width: 8 },
    workers: { kind: 'number', isSummed: true, label: 'Workers', width: 7 },
    users: { kind: 'number', isSummed: true, label: 'Users', width: 7 },
    rates: { kind: 'number', label: 'Rates valid today', width: 11 },
    contractTo: { kind: 'day', label: 'Contract ends', width: 9 },
    contactName: { kind: 'text', label: 'Contact', isSearched: true, width: 14 },
    email: { kind: 'text', label: 'E-mail', isExtra: true, width: 16 },
    phone: { kind: 'text', label: 'Phone', isExtra: true },
    code: { kind: 'text', label: 'Code', isSearched: true, isExtra: true, width: 8 },
    paymentTermsDays: { kind: 'number', label: 'Payment terms in days', isExtra: true },
    minimumNoticeHours: { kind: 'number', label: 'Minimum notice in hours', isExtra: true },
  },
  order: [
    { field: 'status', direction: 'ASC' },
    { field: 'name', direction: 'ASC' },
  ],
  permission: 'ADMIN_CAN_MANAGE_AGENCIES',
})
