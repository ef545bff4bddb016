import type { BadgeCounts } from '#shared/domain/navigation.ts'

/** The counts that the side bar shows (spec 1 §2.6). */
export interface SideBarCounts {
  readonly badges: BadgeCounts
  readonly missedNotifications: number
}
