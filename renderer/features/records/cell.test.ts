import { expect, test } from 'vitest'
import { agencyRateRecord } from '#shared/records/admin/agency-rate.ts'
import { contractTypeRecord } from '#shared/records/admin/contract-type.ts'
import type { Column } from '#shared/records/record.ts'
import { cellText } from './cell.ts'

const text = (value: number | null, column: Column | undefined) => column && cellText(value, column)

test('pounds have their pence, other numbers only what they have', () => {
  const { baseRate, people } = contractTypeRecord.columns
  expect(text(13.1, baseRate)).toBe('13.10')
  expect(text(1_234, baseRate)).toBe('1,234.00')
  expect(text(null, baseRate)).toBe('–')
  expect(text(60, people)).toBe('60')
  const { pay, charge, margin } = agencyRateRecord.columns
  expect([pay, charge, margin].map((column) => text(2.5, column))).toEqual(['2.50', '2.50', '2.50'])
})
