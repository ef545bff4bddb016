import type { BannerKind } from '../../../services/notices/banners.ts'

const names: Readonly<Record<BannerKind, string>> = {
  defcon: 'Defcon alert',
  'excessive-system-issues': 'Excessive system issues',
  help: 'Help with system issues',
  location: 'Location',
  'system-issues': 'System issues',
  'appointments-at-risk': 'Appointments at risk',
  'missed-calls': 'Missed calls',
  broadcast: 'Broadcasts',
}

/** What the banners say around their message. */
export const BANNER_TEXT = {
  names,
  dismiss: 'Dismiss',
  open: 'Show',
  readAll: 'Read all',
  fewer: 'Show fewer',
  fewerShort: 'Fewer',
  more: (count: number) => (count === 1 ? '1 more notice' : `${count} more notices`),
  showAll: (count: number) => `Show all ${count}`,
} as const
