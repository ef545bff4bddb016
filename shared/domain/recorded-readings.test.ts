import { array, boolean, assert as check, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import {
  LOOSER_AFTER_MS,
  looserKinds,
  MACHINE_KINDS,
  type PolicyChange,
  policyInForce,
  type ReadingPolicy,
} from './recorded-readings.ts'

const DAY = 86_400_000
const kind = record({ isOn: boolean(), keepDays: integer({ min: 1, max: 90 }) })
const policy = record(
  Object.fromEntries(MACHINE_KINDS.map((name) => [name, kind])) as Record<
    (typeof MACHINE_KINDS)[number],
    typeof kind
  >,
)

/** Policies saved one after the other, each so many days after the one before it. */
function history(policies: readonly ReadingPolicy[], days: readonly number[]) {
  let at = 0
  const changes: PolicyChange[] = []
  for (const [place, after] of policies.slice(1).entries()) {
    at += (days[place] ?? 1) * DAY
    changes.push({ at, before: policies[place] as ReadingPolicy, after })
  }
  return { changes, saved: policies.at(-1) as ReadingPolicy, last: at }
}

test('D099 what holds is never looser than anything that was saved in the last 7 days, and 7 days later what was saved holds', () => {
  check(
    property(
      array(policy, { minLength: 2, maxLength: 6 }),
      array(integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 6 }),
      (policies, days) => {
        const { changes, saved, last } = history(policies, days)
        const now = policyInForce(changes, saved, last)
        expect(looserKinds(saved, now)).toEqual([])
        for (const { at, before } of changes)
          if (at > last - LOOSER_AFTER_MS) expect(looserKinds(before, now)).toEqual([])
        expect(policyInForce(changes, saved, last + LOOSER_AFTER_MS)).toEqual(saved)
        // A stricter one holds at once.
        for (const name of MACHINE_KINDS) if (!saved[name].isOn) expect(now[name].isOn).toBe(false)
      },
    ),
    { numRuns: 100 },
  )
})
