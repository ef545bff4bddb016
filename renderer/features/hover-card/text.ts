import type { UserStats } from '#shared/contract/live-panel.ts'

export type KnownStat = Exclude<keyof UserStats, 'openTickets' | 'live'>

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
  machine: 'At their machine',
  machineOf: (name: string) => `At the machine of ${name}`,
  testBadge: 'Test badge',
  launchDialler: 'Launch dialler',
  remoteAssist: 'Quick assist',
  startVPN: 'Start VPN',
  stopVPN: 'Stop VPN',
  softReset: 'Soft reset',
  sent: (what: string, name: string) => `Sent to ${name}: ${what}.`,
  askReset: (name: string) => `Reset the page of ${name}?`,
  askResetText:
    'Their windows load anew, but not in a meeting or a call. What they have typed is kept; what they look at closes.',
  yesReset: 'Soft reset',
  askStop: (name: string) => `Stop the VPN of ${name}?`,
  askStopText: 'Whatever they use through it ends.',
  yesStop: 'Stop VPN',
  no: 'Cancel',
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
