import { expect, test } from 'vitest'
import { heldUntil } from './roles.ts'

const NOW = 1_000

test('A067 A074 a role, a grant and a refusal together: to the moment when one ends, and whose wins', () => {
  const own = (isRefusal: boolean, endsAt: number | null) => ({ isRefusal, endsAt })
  const grant = (endsAt: number | null) => own(false, endsAt)
  const refusal = (endsAt: number | null) => own(true, endsAt)
  for (const [byRole, personal, until] of [
    [false, null, false],
    [true, null, null],
    [false, grant(null), null],
    [false, grant(NOW + 1), NOW + 1],
    // It ends at its end.
    [false, grant(NOW), false],
    [true, grant(NOW), null],
    [true, grant(NOW + 1), null],
    [false, refusal(null), false],
    [true, refusal(null), false],
    [true, refusal(NOW + 1), false],
    [true, refusal(NOW), null],
    [false, refusal(NOW), false],
  ] as const)
    expect([byRole, personal, heldUntil({ byRole, personal }, NOW)]).toEqual([byRole, personal, until])
})
