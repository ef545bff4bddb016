import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ClockFacts, clocksOf, latenessOf, SERVICE_TIMES } from './ticket-clocks.ts'
import { PRIORITIES } from './tickets.ts'

const RAISED = Date.UTC(2026, 4, 4, 12)
const HOUR = 3_600_000
const { response, resolution } = SERVICE_TIMES.MEDIUM

const facts = (some: Partial<ClockFacts> = {}): ClockFacts => ({
  raisedAt: RAISED,
  priority: 'MEDIUM',
  dueBy: null,
  respondedAt: null,
  resolvedAt: null,
  reopenedAt: null,
  ...some,
})

test('a ticket is late by the clock that ran out first, from its deadline on', () => {
  expect(latenessOf(facts(), RAISED + response)).toBeNull()
  expect(latenessOf(facts(), RAISED + response + 1)).toEqual({ clock: 'RESPONSE', since: RAISED + response })
  const dueBy = RAISED + HOUR
  expect(latenessOf(facts({ dueBy }), RAISED + 60 * HOUR)).toEqual({ clock: 'DUE', since: dueBy })
})

test('an answer stops the first clock: an open ticket is late by what still runs', () => {
  const answered = facts({ respondedAt: RAISED + response + HOUR })
  expect(latenessOf(answered, RAISED + response + 2 * HOUR)).toBeNull()
  expect(latenessOf(answered, RAISED + resolution + 1)).toEqual({
    clock: 'RESOLUTION',
    since: RAISED + resolution,
  })
})

test('a resolved ticket stays as late as it was, by whichever clock was first', () => {
  const resolvedAt = RAISED + resolution + HOUR
  const late = facts({ respondedAt: RAISED + response + HOUR, resolvedAt })
  for (const now of [resolvedAt, resolvedAt + 1000 * HOUR])
    expect(latenessOf(late, now)).toEqual({ clock: 'RESPONSE', since: RAISED + response })
  expect(latenessOf(facts({ respondedAt: RAISED, resolvedAt: RAISED }), resolvedAt)).toBeNull()
})

test('a reopened ticket has its time to be resolved anew', () => {
  const reopenedAt = RAISED + 100 * HOUR
  const again = facts({ respondedAt: RAISED, reopenedAt })
  expect(latenessOf(again, reopenedAt + resolution)).toBeNull()
  expect(latenessOf(again, reopenedAt + resolution + 1)?.since).toBe(reopenedAt + resolution)
})

test('whatever the facts, lateness is a deadline in the past, the earliest that counts', () => {
  const time = fc.integer({ min: RAISED, max: RAISED + 400 * HOUR })
  const perhaps = fc.option(time)
  const some = fc.record({
    raisedAt: fc.constant(RAISED),
    priority: fc.constantFrom(...PRIORITIES),
    dueBy: perhaps,
    respondedAt: perhaps,
    resolvedAt: perhaps,
    reopenedAt: perhaps,
  })
  fc.assert(
    fc.property(some, time, (given, now) => {
      const clocks = clocksOf(given, now)
      const counting = clocks.filter(({ stoppedAt }) => given.resolvedAt !== null || stoppedAt === null)
      const deadlines = counting.flatMap(({ lateSince }) => (lateSince === null ? [] : [lateSince]))
      const late = latenessOf(given, now)
      expect(late?.since).toBe(deadlines.length === 0 ? undefined : Math.min(...deadlines))
      for (const { deadline, stoppedAt, lateSince } of clocks)
        expect(lateSince).toBe((stoppedAt ?? now) > deadline ? deadline : null)
      expect(clocks.some(({ clock }) => clock === 'DUE')).toBe(given.dueBy !== null)
    }),
  )
})
