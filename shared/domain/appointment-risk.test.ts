import { expect, test } from 'vitest'
import { appointmentsAtRiskOf } from './appointment-risk.ts'

const MINUTE = 60_000
const NOW = 1_000 * MINUTE
const inMinutes = (minutes: number) => NOW + minutes * MINUTE
const risk = (minutes: number, blocks: { from: number; to: number; projectID?: number }[] = []) =>
  appointmentsAtRiskOf(
    [{ id: 1, projectID: 5, time: inMinutes(minutes) }],
    blocks.map(({ from, to, projectID = 5 }) => ({
      ...{ userID: 7, projectID, start: inMinutes(from), end: inMinutes(to) },
    })),
    NOW,
  ).map(({ isOverdue }) => (isOverdue ? 'overdue' : 'nobody there'))

test('D031 an appointment within 60 minutes is at risk while nobody is on its project then', () => {
  expect(risk(60)).toEqual(['nobody there'])
  expect(risk(60.0001)).toEqual([])
  expect(risk(60.1)).toEqual([])
  expect(risk(0)).toEqual(['nobody there'])
  expect(risk(30, [{ from: -60, to: 60 }])).toEqual([])
  expect(risk(30, [{ from: 30, to: 60 }])).toEqual([])
  expect(risk(30, [{ from: -60, to: 30 }])).toEqual(['nobody there'])
  expect(risk(30, [{ from: 31, to: 60 }])).toEqual(['nobody there'])
  expect(risk(30, [{ from: 0, to: 60, projectID: 6 }])).toEqual(['nobody there'])
})

test('D031 an overdue one is at risk by more than 10 minutes, whoever is there', () => {
  const there = [{ from: -60, to: 60 }]
  expect(risk(-10, there)).toEqual([])
  expect(risk(-10.0001, there)).toEqual(['overdue'])
  expect(risk(-10.1, there)).toEqual(['overdue'])
  expect(risk(-5)).toEqual([])
})
