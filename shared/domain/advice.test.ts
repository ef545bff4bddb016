import { expect, test } from 'vitest'
import { type AdviceFacts, adviceFor, isCellBehind } from './advice.ts'
import { momentOfField } from './london-time.ts'

const FACTS: AdviceFacts = {
  ...{ verdict: 'BEHIND', target: 100, forecast: 32, rate: 2, endsAt: momentOfField('2026-05-09') },
  ...{ callingDays: 2, now: momentOfField('2026-05-06T12:00'), remaining: 68, usable: null, gap: 34 },
  ...{ attemptsPerComplete: null, cells: [] },
}
const said = (more: Partial<AdviceFacts> = {}) => adviceFor({ ...FACTS, ...more })

test('hours that lack are said by their day, and as people each evening', () => {
  expect(said()).toEqual(['Add 34 hours by Friday, or 5 people each evening.'])
  expect(said({ gap: 35.3 })).toEqual(['Add 35 hours by Friday, or 5 people each evening.'])
  expect(said({ gap: -2 })).toEqual(['Add 34 hours by Friday, or 5 people each evening.'])
  expect(said({ forecast: 98, gap: 0.2 })).toEqual(['Add 1 hour by Friday, or 1 person each evening.'])
  expect(said({ endsAt: momentOfField('2026-06-01') })).toEqual([
    'Add 34 hours by 31 May, or 5 people each evening.',
  ])
  expect(said({ endsAt: null })).toEqual(['Add 34 hours.'])
  expect(said({ endsAt: FACTS.now })).toEqual(['Its end has come: 34 hours lack.'])
  expect(said({ rate: 0 })).toHaveLength(1)
  expect(said({ forecast: 100, verdict: 'ON_TRACK' })).toEqual([])
  expect(said({ verdict: 'DONE', forecast: 0 })).toEqual([])
})

test('a short sample is said with how many lack, and a cell with how many calls it takes', () => {
  const short = { verdict: 'SAMPLE_SHORT', forecast: 100, usable: 100, attemptsPerComplete: 5 } as const
  expect(said(short)).toEqual([
    'The sample is short: 100 are left for 68 interviews, and one takes 5 calls. Add 240.',
  ])
  const cell = { label: 'Wales 65+', target: 20, achieved: 2, isSuspended: false, attempts: 82 }
  const few = { forecast: 100, verdict: 'ON_TRACK', attemptsPerComplete: 5 } as const
  expect(said({ ...few, cells: [cell] })).toEqual([
    'Cell Wales 65+ needs 41 calls an interview: widen hours or target.',
  ])
  for (const other of [{ isSuspended: true }, { achieved: 20 }, { attempts: 29 }, { achieved: 6 }])
    expect(said({ ...few, cells: [{ ...cell, ...other }] })).toEqual([])
})

test('a cell is behind under 80 % of what it should have by now', () => {
  const cell = (achieved: number) => ({ target: 100, achieved, isSuspended: false })
  expect([isCellBehind(cell(39), 0.5), isCellBehind(cell(40), 0.5)]).toEqual([true, false])
  expect(isCellBehind({ ...cell(0), isSuspended: true }, 0.5)).toBe(false)
})
