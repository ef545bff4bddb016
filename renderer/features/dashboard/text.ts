import type { DashboardCard } from '#shared/domain/dashboard.ts'

/** What the dashboard says. 'Current task' and the cards' names are those of spec 1 §7 and 4 §4.1. */
export const DASHBOARD_TEXT = {
  waiting: 'What waits for you',
  unreadMessages: 'Unread messages',
  notifications: 'Notifications',
  nobody: 'Nobody of your team is known yet.',
  online: (online: number, all: number) => `${online} of ${all} online`,
  withTickets: (people: number) =>
    people === 1 ? '1 person has an open ticket' : `${people} people have an open ticket`,
  noTickets: 'Nobody has an open ticket',
  toExperience: 'My experience',
  noLevel: 'Your level is not known yet.',
} as const

/** The cards' headings; that of the tickets is by whose they are. */
export const CARD_TITLES: Readonly<Record<Exclude<DashboardCard, 'tickets'>, string>> = {
  team: 'Team now',
  unread: 'Unread conversations',
  recent: 'Mentions and reactions',
  level: 'Level',
  device: 'This device',
}

export const TICKETS_TITLE = { MINE: 'My tickets', TO_HANDLE: 'Tickets to handle' } as const
