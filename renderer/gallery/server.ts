import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import type { Services } from '../services/services.ts'
import { fakeServices } from '../testing/fake-services.ts'
import { testToken } from '../testing/session-token.ts'
import { systemTimers, type Timers } from '../ui/timers.ts'
import type { Server } from './specimen.ts'

/** Longer than anybody waits for a search to begin, shorter than anything ends by itself. */
const SHORT_MS = 1000

/** Time stands still: what follows a key or a click comes at once, what ends by itself never ends. */
const stillTimers: Timers = {
  after: (ms, run) => (ms < SHORT_MS ? systemTimers.after(0, run) : () => {}),
  every: () => () => {},
}

/** Everything that somebody can be allowed: a screen shows all that it has. */
const ALL = Object.keys(PERMISSIONS) as PermissionName[]

/** A server that knows no answer yet, with somebody signed in. */
export function signedIn(changes: Partial<Services> = {}): Server {
  const at = fakeServices({ timers: stillTimers, ...changes })
  at.services.session.signIn(testToken(ALL))
  return at
}
