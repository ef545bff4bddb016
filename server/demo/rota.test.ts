import { expect, test } from 'vitest'
import { londonField } from '#shared/domain/london-time.ts'
import { neededOn } from './rota.ts'

const needed = (day: string) =>
  neededOn(day).map(
    ({ start, end, people }) => `${londonField(start).slice(11)} ${londonField(end).slice(11)} ${people}`,
  )

test('D054 on weekdays 8 interviewers are needed from 10:00 to 21:00 and 3 at any other hour; at weekends and on public holidays always 3', () => {
  const few = ['03:00 09:00 3', '09:00 15:00 3', '15:00 21:00 3', '21:00 03:00 3']
  const many = ['03:00 09:00 3', '09:00 15:00 8', '15:00 21:00 8', '21:00 03:00 3']
  // Monday, Thursday and Friday; Saturday, Sunday and Christmas, a Friday.
  for (const day of ['2026-11-23', '2026-11-26', '2026-11-27'])
    expect([day, ...needed(day)]).toEqual([day, ...many])
  for (const day of ['2026-11-28', '2026-11-29', '2026-12-25'])
    expect([day, ...needed(day)]).toEqual([day, ...few])
})
