import * as z from 'zod/mini'
import { recordID } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { DAY_KINDS, type RateDayKind } from '../../domain/agency-rates.ts'
import { type Field, recordType } from '../record.ts'
import { poundsUpTo } from './money.ts'

const kinds = Object.keys(DAY_KINDS) as RateDayKind[]
const RATE_MAX = 500

const rate = poundsUpTo(RATE_MAX)
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const time = z.string().check(z.regex(TIME))

/** What the form of an agency's rate holds. Rates in £ an hour. */
export const agencyRateValues = z
  .object({
    agencyID: recordID,
    contractTypeID: recordID,
    /** Null for whatever skill. */
    skillID: z.nullable(recordID),
    dayKind: z.enum(kinds),
    /** Local times; to 24:00 for the end of the day. One that ends before it begins goes over midnight. */
    fromTime: time,
    toTime: z.union([time, z.literal('24:00')]),
    pay: rate,
    charge: rate,
    validFrom: z.iso.date(),
    /** The last day; null for no end. */
    validTo: z.nullable(z.iso.date()),
  })
  .check(
    z.refine(({ fromTime, toTime }) => fromTime !== toTime, { error: 'It has to end after it begins.' }),
    z.refine(({ validFrom, validTo }) => validTo === null || validTo >= validFrom, {
      error: 'It has to end after it begins.',
    }),
  )

export const AGENCY_RATE_FIELDS = {
  agencyID: { kind: 'choice', label: 'Agency', isRequired: true },
  contractTypeID: { kind: 'choice', label: 'Contract type', isRequired: true },
  skillID: { kind: 'choice', label: 'Skill', hint: 'A rate for a skill wins over one for none.' },
  dayKind: { kind: 'choice', label: 'Day', choices: DAY_KINDS, isRequired: true },
  fromTime: { kind: 'time', label: 'From', isRequired: true },
  toTime: {
    ...{ kind: 'time', label: 'To', isRequired: true },
    hint: '00:00 is the end of the day. A part of the day wins over all of it.',
  },
  pay: { kind: 'decimal', label: 'Pay £ an hour', min: 0, max: RATE_MAX, isRequired: true },
  charge: { kind: 'decimal', label: 'Charge £ an hour', min: 0, max: RATE_MAX, isRequired: true },
  validFrom: { kind: 'day', label: 'Effective from', isRequired: true },
  validTo: { kind: 'day', label: 'Effective to', hint: 'The last day; empty for no end.' },
} as const satisfies Record<keyof z.output<typeof agencyRateValues>, Field>

/** What an agency's workers are paid and charged at (spec 5 §5.5). */
export const agencyRateRecord = recordType({
  name: 'agencyRate',
  page: 'admin.configuration.agency-rates',
  path: '/api/admin/configuration/agency-rates',
  spec: '5 §5.5',
  words: { one: 'agency rate', many: 'agency rates', none: 'No agency rates yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    agencyID: recordID,
    contractTypeID: recordID,
    skillID: z.nullable(recordID),
    dayKind: z.enum(kinds),
    fromTime: z.string(),
    toTime: z.string(),
    pay: z.number(),
    charge: z.number(),
    validFrom: z.string(),
    validTo: z.nullable(z.string()),
    agency: z.string(),
    contractType: z.string(),
    skill: z.nullable(z.string()),
    margin: z.number(),
    /** Of the charge, of 100; null of a charge of nothing. */
    marginPercent: z.nullable(z.number()),
    /** Whether an approved pay line goes by it: it can only be ended then. */
    isUsed: z.boolean(),
  }),
  columns: {
    agency: { kind: 'text', isGroupable: true, label: 'Agency', isSearched: true, width: 14 },
    contractType: { kind: 'text', isGroupable: true, label: 'Contract type', isSearched: true, width: 11 },
    skill: { kind: 'text', isGroupable: true, label: 'Skill', isSearched: true, width: 9 },
    dayKind: { kind: 'choice', label: 'Day', choices: DAY_KINDS, width: 9 },
    fromTime: { kind: 'text', label: 'From', width: 5 },
    toTime: { kind: 'text', label: 'To', width: 5 },
    pay: { kind: 'number', isPounds: true, label: 'Pay £/h', width: 7 },
    charge: { kind: 'number', isPounds: true, label: 'Charge £/h', width: 8 },
    margin: { kind: 'number', isPounds: true, label: 'Margin £/h', width: 8 },
    marginPercent: { kind: 'number', label: 'Margin %', width: 7 },
    validFrom: { kind: 'day', label: 'From day', width: 9 },
    validTo: { kind: 'day', label: 'To day', width: 9 },
    isUsed: { kind: 'yesNo', label: 'Used for pay', isExtra: true },
  },
  order: [
    { field: 'agency', direction: 'ASC' },
    { field: 'contractType', direction: 'ASC' },
    { field: 'validFrom', direction: 'DESC' },
  ],
  permission: 'ADMIN_CAN_MANAGE_AGENCY_RATES',
})
