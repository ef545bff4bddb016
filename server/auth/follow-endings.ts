import type { EndedSignIn, Sessions } from './sessions.ts'

/** How often it is looked for sign-ins that another process ended. A leaver's windows close within 2 s (spec 5 §9). */
export const ENDINGS_MS = 1000
/** How far back it is looked each time: what somebody's clock may be behind, and what a busy moment takes. */
export const LOOKED_BACK_MS = 30_000

interface EndingParts {
  readonly sessions: Pick<Sessions, 'endedSince'>
  readonly clock: () => number
  /** The sign-ins with windows here. */
  readonly connected: () => ReadonlySet<string | null>
  readonly tellEnded: (ended: readonly EndedSignIn[]) => void
}

/**
 * Closes the windows of sign-ins that somebody else ended in the database, such as `fieldwork-admin` or another
 * server. Those that this server ended have none any more.
 */
export async function followEndings({ sessions, clock, connected, tellEnded }: EndingParts): Promise<void> {
  const here = connected()
  if (here.size === 0) return
  const ended = await sessions.endedSince(clock() - LOOKED_BACK_MS)
  const open = ended.filter(({ signInID }) => here.has(signInID))
  if (open.length > 0) tellEnded(open)
}
