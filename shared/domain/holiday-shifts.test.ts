import { describe, expect, test } from 'vitest'
import { cutByHoliday, holidayHours, type ShiftTimes } from './holiday-shifts.ts'
import { momentOfField } from './london-time.ts'

const at = (field: string) => momentOfField(field)
const shift = (start: string, end: string, breakMinutes = 0): ShiftTimes => ({
  ...{ start: at(start), end: at(end), breakMinutes },
})
const isHoliday = (day: string) => day === '2026-05-04'
const hours = (
  from: string,
  to: string,
  dayPart: 'DAY' | 'MORNING',
  shifts: readonly ShiftTimes[] = [],
  dayHours = 7.5,
) => holidayHours({ from, to, dayPart }, { shifts, dayHours, isHoliday })

describe('D101 the hours that a holiday takes', () => {
  test('in weeks without a shift, are its working days', () => {
    // Friday to Tuesday; the Monday is a public holiday.
    expect(hours('2026-05-01', '2026-05-06', 'DAY')).toBe(15)
    expect(hours('2026-05-05', '2026-05-06', 'MORNING')).toBe(3.75)
    expect(hours('2026-05-02', '2026-05-05', 'DAY')).toBe(0)
    // A day of 4.1 hours counts up to the quarter.
    expect(hours('2026-05-05', '2026-05-07', 'DAY', [], 4.1)).toBe(8.5)
  })

  test('in planned weeks, are those of the shifts that begin in it, without their breaks', () => {
    const week = [
      shift('2026-05-11T09:00', '2026-05-11T17:00', 30),
      shift('2026-05-13T16:00', '2026-05-13T20:00'),
      shift('2026-05-16T10:00', '2026-05-16T14:40', 20),
    ]
    // Monday 7.5, Wednesday 4, Saturday 4.33 up to the quarter; nothing on the days without one.
    expect(hours('2026-05-11', '2026-05-18', 'DAY', week)).toBe(16)
    expect(hours('2026-05-12', '2026-05-13', 'DAY', week)).toBe(0)
    expect(hours('2026-05-11', '2026-05-12', 'MORNING', week)).toBe(3.75)
    // The week after isn't planned yet.
    expect(hours('2026-05-16', '2026-05-20', 'DAY', week)).toBe(4.5 + 15)
  })

  test('of a shift from the night before, is what lies in the holiday', () => {
    const night = [shift('2026-05-11T20:00', '2026-05-12T04:00', 60)]
    expect(hours('2026-05-12', '2026-05-13', 'DAY', night)).toBe(3.5)
  })
})

describe('what a holiday leaves of a shift', () => {
  const holiday = { from: '2026-05-11', to: '2026-05-13', dayPart: 'DAY' } as const
  test('nothing of one that begins on a day of it, also into the night after; those beside it stay', () => {
    for (const inside of [
      shift('2026-05-11T00:00', '2026-05-11T08:00'),
      shift('2026-05-12T23:45', '2026-05-13T06:00'),
    ])
      expect(cutByHoliday(inside, holiday)?.left).toBeNull()
    for (const beside of [
      shift('2026-05-10T16:00', '2026-05-11T00:00'),
      shift('2026-05-13T00:00', '2026-05-13T08:00'),
    ])
      expect(cutByHoliday(beside, holiday)).toBeNull()
  })

  test('the part before it of one that began the day before, unless that is under an hour', () => {
    expect(cutByHoliday(shift('2026-05-10T23:00', '2026-05-11T03:00', 40), holiday)).toEqual({
      ...{ day: '2026-05-11', left: shift('2026-05-10T23:00', '2026-05-11T00:00', 10) },
      hours: expect.closeTo(2.5),
    })
    expect(cutByHoliday(shift('2026-05-10T23:15', '2026-05-11T03:15'), holiday)).toMatchObject({
      left: null,
      hours: 4,
    })
  })

  test('of half a day its other half, to the quarter', () => {
    const day = shift('2026-05-11T09:00', '2026-05-11T17:30', 30)
    const part = (dayPart: 'MORNING' | 'AFTERNOON', of = day) => cutByHoliday(of, { ...holiday, dayPart })
    expect(part('MORNING')?.left).toEqual(shift('2026-05-11T13:15', '2026-05-11T17:30', 15))
    expect(part('AFTERNOON')).toMatchObject({
      hours: 4,
      left: shift('2026-05-11T09:00', '2026-05-11T13:15', 15),
    })
    expect(part('MORNING', shift('2026-05-11T09:00', '2026-05-11T10:45'))?.left).toBeNull()
    // A night that ends in the morning is cut by a morning off, not by an afternoon.
    const night = shift('2026-05-10T20:00', '2026-05-11T04:00')
    expect(part('MORNING', night)?.left).toEqual(shift('2026-05-10T20:00', '2026-05-11T00:00'))
    expect(part('AFTERNOON', night)).toBeNull()
  })
})
