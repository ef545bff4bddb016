import { expect, test } from 'vitest'
import { calendarDays, needsFitNote, sickSpells, workingDaysAfter } from './return-to-work.ts'

const event = (startLocal: string, endLocal: string) => ({ startLocal, endLocal })
const spells = (events: Parameters<typeof sickSpells>[0], shifts: readonly string[] = []) =>
  sickSpells(events, (day) => shifts.includes(day)).map(({ firstDay, lastDay }) => `${firstDay} ${lastDay}`)

test('B058 events that adjoin are one, in whichever order they stand, and a shorter one within changes nothing', () => {
  const whole = event('2026-05-04T00:00', '2026-05-06T00:00')
  const after = event('2026-05-06T09:00', '2026-05-06T17:00')
  const within = event('2026-05-05T09:00', '2026-05-05T12:00')
  for (const events of [
    [whole, after, within],
    [after, within, whole],
  ])
    expect(spells(events)).toEqual(['2026-05-04 2026-05-06'])
  expect(spells([whole])).toEqual(['2026-05-04 2026-05-05'])
  // A long one stays as long as it is, whatever begins among it.
  expect(spells([whole, within])).toEqual(['2026-05-04 2026-05-05'])
  expect(sickSpells([whole, after])[0]?.endLocal).toBe('2026-05-06T17:00')
})

test('B058 up to three free days part no illness; four do, and so does a day with a shift', () => {
  const before = event('2026-05-01T09:00', '2026-05-01T17:00')
  const after = (day: string) => event(`2026-05-${day}T09:00`, `2026-05-${day}T17:00`)
  expect(spells([before, after('02')], ['2026-05-01', '2026-05-02'])).toEqual(['2026-05-01 2026-05-02'])
  expect(spells([before, after('05')])).toEqual(['2026-05-01 2026-05-05'])
  expect(spells([before, after('06')])).toEqual(['2026-05-01 2026-05-01', '2026-05-06 2026-05-06'])
  for (const day of ['2026-05-02', '2026-05-03', '2026-05-04'])
    expect(spells([before, after('05')], [day])).toHaveLength(2)
})

test('B058 working days are counted from the day after', () => {
  const isWorking = (day: string) => !['2026-05-09', '2026-05-10'].includes(day)
  expect(workingDaysAfter('2026-05-07', 3, isWorking)).toBe('2026-05-12')
  expect(workingDaysAfter('2026-05-04', 1, isWorking)).toBe('2026-05-05')
})

test('B059 days are calendar days with the first and the last; of 8 a fit note is needed, of 7 it isn’t', () => {
  expect(calendarDays('2026-05-04', '2026-05-04')).toBe(1)
  expect(calendarDays('2026-03-27', '2026-04-02')).toBe(7)
  expect([needsFitNote('2026-03-27', '2026-04-02'), needsFitNote('2026-03-27', '2026-04-03')]).toEqual([
    false,
    true,
  ])
})
