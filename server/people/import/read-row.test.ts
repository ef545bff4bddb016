import { expect, test } from 'vitest'
import { IMPORT_FIELDS, type ImportField } from '#shared/domain/people-import.ts'
import type { PersonValues } from '#shared/records/admin/person-values.ts'
import type { Directory } from '../directory.ts'
import { managerIn, NOBODY, readRow } from './read-row.ts'

/** A company in which nothing is called anything. */
const none = { called: () => undefined }
const directory = {
  ...{ areas: none, agencies: none, contractTypes: none, roles: none, skills: none },
  ...{ named: () => undefined, mailed: () => undefined },
} as unknown as Directory

const FULL: PersonValues = {
  ...{
    userName: 'nia',
    displayName: 'Nia',
    legalName: 'Nia North',
    knownAs: 'Nina',
    email: 'nia@mail.example',
  },
  ...{ mobile: '07700', userType: 'TRAINER', roleIDs: [1, 2], areaID: 3, managerID: 4, agencyID: 5 },
  ...{ contractTypeID: 6, weeklyHours: 30, skillIDs: [7, 8], languages: ['Welsh', 'Polish'] },
  ...{ workLocation: 'HOME', coreHours: '9 to 5', availability: 'Evenings', isOptedOut48: true },
  ...{ limitedToAreas: [3, 9], payrollNumber: '007', startDate: '2026-05-04' },
}
const columns = Object.keys(IMPORT_FIELDS) as ImportField[]
const rowOf = (cell: string) => {
  const cells = columns.map(() => cell)
  const { values, faults } = readRow(cells, FULL, {
    columns,
    directory,
    make: null,
    byDisplayName: none.called,
  })
  return { values, faults: faults.map(({ field }) => field) }
}
const managerOf = (cell: string) =>
  managerIn([cell], { columns: ['manager'], directory, make: null, byDisplayName: none.called })

test('A045 in each column an empty cell leaves the value and CLEAR empties it, but for the type that everybody has', () => {
  expect(rowOf('')).toEqual({ values: FULL, faults: [] })
  expect(rowOf('  ')).toEqual({ values: FULL, faults: [] })
  // Their manager is read by itself.
  const { userType, managerID } = FULL
  expect(rowOf('CLEAR')).toEqual({ values: { ...NOBODY, userType, managerID }, faults: ['userType'] })
  expect([managerOf(''), managerOf('CLEAR')]).toEqual([null, 'none'])
})

test('A045 no other word empties a value', () => {
  const { values, faults } = rowOf('clear')
  expect(values).toMatchObject({ displayName: 'clear', mobile: 'clear', email: 'clear', coreHours: 'clear' })
  for (const field of ['area', 'agency', 'contractType', 'startDate', 'weeklyHours', 'isOptedOut48'] as const)
    expect(faults).toContain(field)
  expect(managerOf('clear')).toBe('unknown')
})
