import { expect, test } from 'vitest'
import { heldUntil } from './roles.ts'

const NOW = 1_000

test('A067 A074 a role, a grant and a refusal together: to the moment when one ends, and whose wins', () => {
  const own = (isRefusal: boolean, endsAt: number | null) => ({ isRefusal, endsAt })
  const grant = (endsAt: number | null) => own(false, endsAt)
  const refusal = (endsAt: number | null) => own(true, endsAt)
  for (const [roles, personal, until] of [
    [0, null, false],
    [1, null, null],
    [2, null, null],
    [0, grant(null), null],
    [0, grant(NOW + 1), NOW + 1],
    // It ends at its end.
    [0, grant(NOW), false],
    [1, grant(NOW), null],
    [1, grant(NOW + 1), null],
    [0, refusal(null), false],
    [1, refusal(null), false],
    [2, refusal(NOW + 1), false],
    [1, refusal(NOW), null],
    [0, refusal(NOW), false],
  ] as const)
    expect([roles, personal, heldUntil({ roles, personal }, NOW)]).toEqual([roles, personal, until])
})
