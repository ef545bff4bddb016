import { expect, test } from 'vitest'
import { agencyRateRecord } from '#shared/records/admin/agency-rate.ts'
import { contractTypeRecord } from '#shared/records/admin/contract-type.ts'
import { cellText } from './cell.ts'

test('pounds have their pence, other numbers only what they have', () => {
  const { baseRate, people } = contractTypeRecord.columns
  expect(cellText(13.1, baseRate)).toBe('13.10')
  expect(cellText(1_234, baseRate)).toBe('1,234.00')
  expect(cellText(null, baseRate)).toBe('–')
  expect(cellText(60, people)).toBe('60')
  const { pay, charge, margin } = agencyRateRecord.columns
  expect([pay, charge, margin].map((column) => cellText(2.5, column))).toEqual(['2.50', '2.50', '2.50'])
})
