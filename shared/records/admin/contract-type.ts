import * as z from 'zod/mini'
import { recordID } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { type Field, recordType } from '../record.ts'
import { poundsUpTo } from './money.ts'

/** Kinds of contract (spec 5 §4.5). */
export const CONTRACT_KINDS = {
  EMPLOYEE: 'Employee',
  WORKER: 'Worker',
  AGENCY: 'Agency',
  CONTRACTOR: 'Contractor',
} as const
export type ContractKind = keyof typeof CONTRACT_KINDS
const kinds = Object.keys(CONTRACT_KINDS) as ContractKind[]

const ACCRUALS = { ANNUAL: 'The year’s at once', ACCRUED: 'As it is worked' } as const

export const CONTRACT_NAME_MAX = 100
const HOURS_MAX = 60
const RATE_MAX = 500
const MULTIPLIER_MAX = 5

const hours = z.number().check(z.minimum(0), z.maximum(HOURS_MAX))
const multiplier = z.number().check(z.minimum(1), z.maximum(MULTIPLIER_MAX))
const count = (max: number) => z.int().check(z.minimum(0), z.maximum(max))
export const contractDay = z.iso.date()

/** What a contract type says from a day on (spec 5 §4.5). Rates in £ an hour. */
export const contractTerms = z.object({
  weeklyHoursFrom: hours,
  weeklyHoursTo: hours,
  guaranteedHours: hours,
  /** Null where pay comes from elsewhere, such as an agency's rates. */
  baseRate: z.nullable(poundsUpTo(RATE_MAX)),
  /** Hours a week after which it is overtime; null for never. */
  overtimeAfterHours: z.nullable(hours),
  overtimeMultiplier: multiplier,
  saturdayMultiplier: multiplier,
  sundayMultiplier: multiplier,
  publicHolidayMultiplier: multiplier,
  /** Minutes of paid break by the length of a shift: `4:10, 6:20` are 10 from 4 hours on and 20 from 6 on. */
  paidBreaks: z.string().check(
    z.trim(),
    z.maxLength(60),
    z.regex(/^$|^\d{1,2}(\.\d{1,2})?:\d{1,3}(\s*,\s*\d{1,2}(\.\d{1,2})?:\d{1,3})*$/, {
      error: 'Write it as hours and minutes, such as 4:10, 6:20.',
    }),
  ),
  prayerBreaksPaid: z.boolean(),
  mayStartWithoutShift: z.boolean(),
  holidayWeeks: z.number().check(z.minimum(0), z.maximum(20)),
  holidayAccrual: z.enum(['ANNUAL', 'ACCRUED']),
  /** Month and day, MM-DD. */
  holidayYearStart: z.string().check(
    z.regex(/^(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/, {
      error: 'Write it as month and day, such as 04-01.',
    }),
  ),
  noticeWeeks: count(26),
  probationMonths: count(24),
  minimumAge: z.int().check(z.minimum(16), z.maximum(25)),
})
export type ContractTerms = z.output<typeof contractTerms>

/** Where nothing else is said. */
export const USUAL_TERMS: ContractTerms = {
  ...{ weeklyHoursFrom: 0, weeklyHoursTo: 37.5, guaranteedHours: 0, baseRate: null },
  ...{ overtimeAfterHours: null, overtimeMultiplier: 1, saturdayMultiplier: 1, sundayMultiplier: 1 },
  ...{ publicHolidayMultiplier: 1, paidBreaks: '', prayerBreaksPaid: false, mayStartWithoutShift: false },
  ...{ holidayWeeks: 5.6, holidayAccrual: 'ANNUAL', holidayYearStart: '04-01', noticeWeeks: 1 },
  ...{ probationMonths: 3, minimumAge: 18 },
}

/** What the form of a contract type holds. */
export const contractTypeValues = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(CONTRACT_NAME_MAX)),
  kind: z.enum(kinds),
  /** The day from which the terms hold. */
  validFrom: contractDay,
  ...contractTerms.shape,
})

const decimal = (label: string, max: number, min = 0) =>
  ({ kind: 'decimal', label, min, max, isRequired: true }) as const

export const CONTRACT_TYPE_FIELDS = {
  name: { kind: 'text', label: 'Name', max: CONTRACT_NAME_MAX, isRequired: true },
  kind: { kind: 'choice', label: 'Kind', choices: CONTRACT_KINDS, isRequired: true },
  validFrom: {
    kind: 'day',
    label: 'Valid from',
    isRequired: true,
    hint: 'Earlier days keep the terms that they have.',
  },
  baseRate: {
    ...{ kind: 'decimal', label: 'Base rate £ an hour', min: 0, max: RATE_MAX },
    hint: 'Leave it empty where pay comes from an agency’s rates.',
  },
  weeklyHoursFrom: decimal('Weekly hours from', HOURS_MAX),
  weeklyHoursTo: decimal('Weekly hours to', HOURS_MAX),
  guaranteedHours: decimal('Guaranteed weekly hours', HOURS_MAX),
  overtimeAfterHours: {
    ...{ kind: 'decimal', label: 'Overtime after hours a week', min: 0, max: HOURS_MAX },
    hint: 'Leave it empty where there is none.',
  },
  overtimeMultiplier: decimal('Overtime multiplier', MULTIPLIER_MAX, 1),
  saturdayMultiplier: decimal('Saturday multiplier', MULTIPLIER_MAX, 1),
  sundayMultiplier: decimal('Sunday multiplier', MULTIPLIER_MAX, 1),
  publicHolidayMultiplier: decimal('Public holiday multiplier', MULTIPLIER_MAX, 1),
  paidBreaks: {
    ...{ kind: 'text', label: 'Paid break minutes by length of shift', max: 60 },
    hint: 'Hours and minutes, such as 4:10, 6:20.',
  },
  prayerBreaksPaid: { kind: 'yesNo', label: 'Prayer breaks are paid' },
  mayStartWithoutShift: { kind: 'yesNo', label: 'May start without a shift' },
  holidayWeeks: decimal('Holiday weeks', 20),
  holidayAccrual: { kind: 'choice', label: 'Holiday is given', choices: ACCRUALS, isRequired: true },
  holidayYearStart: {
    ...{ kind: 'text', label: 'Holiday year starts', max: 5, isRequired: true },
    hint: 'Month and day, such as 04-01.',
  },
  noticeWeeks: { kind: 'number', label: 'Notice weeks', min: 0, max: 26, isRequired: true },
  probationMonths: { kind: 'number', label: 'Probation months', min: 0, max: 24, isRequired: true },
  minimumAge: { kind: 'number', label: 'Minimum age', min: 16, max: 25, isRequired: true },
} as const satisfies Record<keyof z.output<typeof contractTypeValues>, Field>

/** How people are employed (spec 5 §4.5). */
export const contractTypeRecord = recordType({
  name: 'contractType',
  page: 'admin.configuration.contract-types',
  path: '/api/admin/contract-types',
  spec: '5 §4.5',
  words: { one: 'contract type', many: 'contract types', none: 'No contract types yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    name: z.string(),
    kind: z.enum(kinds),
    /** From when today's terms hold; null where none have begun. */
    validFrom: z.nullable(z.string()),
    baseRate: z.nullable(z.number()),
    /** When the next terms begin; null where none are planned. */
    nextFrom: z.nullable(z.string()),
    /** Who has it and hasn't left. */
    people: z.int(),
    /** False where nobody is given it any more. */
    isActive: z.boolean(),
  }),
  columns: {
    name: { kind: 'text', label: 'Name', isSearched: true, width: 18 },
    kind: { kind: 'choice', label: 'Kind', choices: CONTRACT_KINDS },
    baseRate: { kind: 'number', isPounds: true, label: 'Base rate £/h', width: 9 },
    people: { kind: 'number', label: 'People', width: 7 },
    validFrom: { kind: 'day', label: 'Valid from' },
    nextFrom: { kind: 'day', label: 'Changes on' },
    isActive: { kind: 'yesNo', label: 'Active', width: 7 },
  },
  order: [{ field: 'name', direction: 'ASC' }],
  permission: 'ADMIN_CAN_MANAGE_CONTRACT_TYPES',
})
