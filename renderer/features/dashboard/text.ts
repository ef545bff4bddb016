import type { DashboardCard } from '#shared/domain/dashboard.ts'

/** What the dashboard says. 'Current task' and the cards' names are those of spec 1 §7 and 4 §4.1. */
export const DASHBOARD_TEXT = {
  waiting: 'What waits for you',
  unreadMessages: 'Unread messages',
  notifications: 'Notifications',
  toExperience: 'My experience',
  noLevel: 'Your level is not known yet.',
  customise: 'Customise',
  loading: 'Reading your dashboard',
  failed: 'This page could not be loaded.',
  nothing: 'Nothing waits for you.',
  atRiskCard: 'Appointments at risk, the next of them',
} as const

/** The cards' headings. */
export const CARD_TITLES: Readonly<Record<DashboardCard, string>> = {
  shift: 'My shift',
  dayFigures: 'My day in figures',
  appointment: 'My next appointment',
  requests: 'My requests',
  tickets: 'My tickets',
  tasks: 'My tasks',
  acknowledge: 'To acknowledge',
  meetings: 'Meetings',
  level: 'Level and quests',
  team: 'Team now',
  out: 'Out of adherence',
  ticketsToHandle: 'Tickets to handle',
  quality: 'Quality due',
  deciding: 'Requests to decide',
  coverage: 'Coverage',
  behind: 'Projects behind',
  atRisk: 'Appointments at risk',
  opportunities: 'Opportunities',
  pins: 'Pinned figures',
  people: 'My people',
  absence: 'Absence today',
  pay: 'Pay',
  agency: 'Agency today',
  hiring: 'Hiring',
  training: 'Sessions and training',
  installation: 'Installation',
  unread: 'Unread conversations',
  recent: 'Mentions and reactions',
  demo: 'Demo clock',
  device: 'This device',
}
