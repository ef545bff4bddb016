import type { UserStats } from '#shared/contract/live-panel.ts'

export type KnownStat = Exclude<keyof UserStats, 'openTickets'>

export const HOVER_CARD_TEXT = {
  card: (name: string) => `About ${name}`,
  call: 'Call',
  screenshare: 'Screenshare',
  message: 'Message',
  profile: 'View profile',
  close: 'Close',
  /** Quoted by spec 3 §8. */
  confirmIdentity: 'Always confirm the identity of the person you are calling.',
  openTickets: 'Open tickets',
} as const

/** What is known of somebody, in the order in which it is shown (spec 3 §3). */
export const STAT_LABELS: readonly (readonly [KnownStat, string])[] = [
  ['userName', 'Name'],
  ['wurkforceStatus', 'Status'],
  ['masterActivity', 'Activity'],
  ['diallerStatus', 'Dialler'],
  ['areaName', 'Area'],
  ['manager', 'Manager'],
  ['machineStatus', 'Machine'],
]
