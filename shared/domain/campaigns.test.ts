import { expect, test } from 'vitest'
import { type Eligibility, type EligiblePerson, unmetBy } from './booking-windows.ts'
import { byRank, isInTimeForWaitlist } from './campaigns.ts'

const ANN: EligiblePerson = {
  ...{ areaID: 1, contractTypeID: 5, qcScore: 86, startDate: '2026-04-06' },
  skills: [
    { skillID: 3, expires: '2026-05-04' },
    { skillID: 4, expires: null },
  ],
}
const ANYBODY: Eligibility = {
  ...{ areaIDs: [], contractTypeIDs: [], skillIDs: [], minimumQcScore: null, minimumWeeks: null },
}

test('D169 each condition of a campaign is met or not, from both sides', () => {
  const unmet = (offer: Partial<Eligibility>, person: Partial<EligiblePerson> = {}, day = '2026-05-04') =>
    unmetBy({ ...ANN, ...person }, { ...ANYBODY, ...offer }, day)
  const nothing = { areaID: null, contractTypeID: null, skills: [], qcScore: null, startDate: null }
  expect(unmet({}, nothing)).toBeNull()
  expect(unmet({ areaIDs: [2, 1] })).toBeNull()
  expect(unmet({ areaIDs: [2] })).toEqual({ kind: 'AREA' })
  expect(unmet({ areaIDs: [1] }, nothing)).toEqual({ kind: 'AREA' })
  expect(unmet({ contractTypeIDs: [5] })).toBeNull()
  expect(unmet({ contractTypeIDs: [6] })).toEqual({ kind: 'CONTRACT' })
  // A skill counts on the day on which it expires, and no more on the next.
  expect(unmet({ skillIDs: [3, 4] })).toBeNull()
  expect(unmet({ skillIDs: [4, 3] }, {}, '2026-05-05')).toEqual({ kind: 'SKILL', skillID: 3 })
  expect(unmet({ skillIDs: [4, 9] })).toEqual({ kind: 'SKILL', skillID: 9 })
  expect(unmet({ minimumQcScore: 86 })).toBeNull()
  expect(unmet({ minimumQcScore: 86.5 })).toEqual({ kind: 'QC' })
  expect(unmet({ minimumQcScore: 1 }, nothing)).toEqual({ kind: 'QC' })
  expect(unmet({ minimumWeeks: 4 })).toBeNull()
  expect(unmet({ minimumWeeks: 5 })).toEqual({ kind: 'WEEKS' })
  expect(unmet({ minimumWeeks: 1 }, nothing)).toEqual({ kind: 'WEEKS' })
  expect(unmet({ minimumWeeks: 0 }, nothing)).toBeNull()
})

test('D169 the best match is by index, then fewer hours that week, then who applied first', () => {
  const one = (id: number, index: number | null, weekHours: number, appliedAt: number) => ({
    ...{ id, index, weekHours, appliedAt },
  })
  const ranked = [
    one(9, 120, 30, 9),
    one(8, 100, 10, 8),
    one(7, 100, 11, 1),
    one(6, 0, 0, 0),
    one(4, null, 5, 7),
    one(3, null, 6, 2),
    one(2, null, 6, 3),
    one(5, null, 6, 3),
  ]
  expect(ranked.toReversed().toSorted(byRank)).toEqual(ranked)
  expect(ranked.toSorted(byRank)).toEqual(ranked)
})

test('D170 a place goes to the waitlist more than 2 hours before its start, and not at 2 hours', () => {
  const start = Date.UTC(2026, 4, 4, 12)
  expect(isInTimeForWaitlist(start, start - 7_200_001)).toBe(true)
  expect(isInTimeForWaitlist(start, start - 7_200_000)).toBe(false)
})
