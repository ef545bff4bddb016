import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import {
  EXPENSE_CATEGORIES,
  EXPENSE_UNITS,
  type ExpenseCategory,
  type ExpenseUnit,
} from '../../domain/expense-rates.ts'
import { type Field, recordType } from '../record.ts'
import { poundsUpTo } from './money.ts'

export const expenseCategory = z.enum(Object.keys(EXPENSE_CATEGORIES) as ExpenseCategory[])
const unit = z.enum(Object.keys(EXPENSE_UNITS) as ExpenseUnit[])

const PENCE_MAX = 100_000
const POUNDS_MAX = 10_000
const UNITS_MAX = 1_000_000

const pence = z.number().check(z.minimum(0), z.maximum(PENCE_MAX))
const pounds = z.nullable(poundsUpTo(POUNDS_MAX))

/** What the form of an expense rate holds. */
export const expenseRateValues = z
  .object({
    category: expenseCategory,
    unit,
    /** Pence a unit; null where what was spent is repaid. */
    rate: z.nullable(pence),
    secondRate: z.nullable(pence),
    /** Units in a tax year above which the second rate holds. */
    aboveUnits: z.nullable(z.int().check(z.minimum(1), z.maximum(UNITS_MAX))),
    /** £ an item. */
    cap: pounds,
    /** £ above which a receipt is needed; null for never. */
    receiptAbove: pounds,
    vat: z.number().check(z.minimum(0), z.maximum(100)),
    validFrom: z.iso.date(),
    /** The last day; null for no end. */
    validTo: z.nullable(z.iso.date()),
  })
  .check(
    z.refine(({ secondRate, aboveUnits }) => (secondRate === null) === (aboveUnits === null), {
      error: 'A second rate needs the units above which it holds.',
    }),
    z.refine(({ validFrom, validTo }) => validTo === null || validTo >= validFrom, {
      error: 'It has to end after it begins.',
    }),
  )

export const EXPENSE_RATE_FIELDS = {
  category: { kind: 'choice', label: 'Category', choices: EXPENSE_CATEGORIES, isRequired: true },
  unit: { kind: 'choice', label: 'Unit', choices: EXPENSE_UNITS, isRequired: true },
  rate: {
    ...{ kind: 'decimal', label: 'Rate in pence', min: 0, max: PENCE_MAX },
    hint: 'Leave it empty where what was spent is repaid.',
  },
  secondRate: { kind: 'decimal', label: 'Second rate in pence', min: 0, max: PENCE_MAX },
  aboveUnits: {
    ...{ kind: 'number', label: 'Second rate above units', min: 1, max: UNITS_MAX },
    hint: 'Counted in a tax year, from 6 April.',
  },
  cap: { kind: 'decimal', label: 'Cap £ an item', min: 0, max: POUNDS_MAX },
  receiptAbove: { kind: 'decimal', label: 'Receipt needed above £', min: 0, max: POUNDS_MAX },
  vat: { kind: 'decimal', label: 'VAT %', min: 0, max: 100, isRequired: true },
  validFrom: {
    ...{ kind: 'day', label: 'Effective from', isRequired: true },
    hint: 'A later day makes a new rate; earlier days keep this one.',
  },
  validTo: { kind: 'day', label: 'Effective to', hint: 'The last day; empty for no end.' },
} as const satisfies Record<keyof z.output<typeof expenseRateValues>, Field>

/** What expenses are repaid at (spec 5 §5.5). */
export const expenseRateRecord = recordType({
  name: 'expenseRate',
  page: 'admin.configuration.expenses-rates',
  path: '/api/admin/configuration/expense-rates',
  spec: '5 §5.5',
  words: { one: 'expense rate', many: 'expense rates', none: 'No expense rates yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    category: expenseCategory,
    unit,
    rate: z.nullable(z.number()),
    secondRate: z.nullable(z.number()),
    aboveUnits: z.nullable(z.int()),
    cap: z.nullable(z.number()),
    receiptAbove: z.nullable(z.number()),
    vat: z.number(),
    validFrom: z.string(),
    validTo: z.nullable(z.string()),
    isConfirmed: z.boolean(),
    confirmedBy: z.nullable(z.string()),
    confirmedAt: z.nullable(timestamp),
  }),
  columns: {
    category: { kind: 'choice', label: 'Category', choices: EXPENSE_CATEGORIES, width: 14 },
    unit: { kind: 'choice', label: 'Unit', choices: EXPENSE_UNITS, width: 6 },
    rate: { kind: 'number', label: 'Rate p', width: 6 },
    secondRate: { kind: 'number', label: 'Second rate p', width: 8 },
    aboveUnits: { kind: 'number', label: 'Above units', width: 8 },
    cap: { kind: 'number', isPounds: true, label: 'Cap £', width: 6 },
    receiptAbove: { kind: 'number', isPounds: true, label: 'Receipt above £', width: 9 },
    vat: { kind: 'number', label: 'VAT %', width: 6 },
    validFrom: { kind: 'day', label: 'From day', width: 9 },
    validTo: { kind: 'day', label: 'To day', width: 9 },
    isConfirmed: { kind: 'yesNo', label: 'Confirmed', width: 8 },
    confirmedBy: {
      kind: 'text',
      picks: { of: 'person', by: 'confirmedByID' },
      label: 'Confirmed by',
      isExtra: true,
    },
  },
  order: [
    { field: 'category', direction: 'ASC' },
    { field: 'validFrom', direction: 'DESC' },
  ],
  permission: 'ADMIN_CAN_MANAGE_EXPENSE_RATES',
})
