import type { Presence } from '#shared/domain/presence.ts'

/** What is shown of somebody: what they chose while they are here; of who isn't, that they are out of office. */
export function shownPresence(online: boolean, chosen: Presence | undefined): Presence | null {
  if (online) return chosen ?? 'ONLINE'
  return chosen === 'OUT_OF_OFFICE' ? chosen : null
}
