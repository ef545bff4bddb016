import type { ModuleGroup } from '#shared/domain/module-groups.ts'

/** The locked-module notice (spec 1 §2.8). */
export const LOCKED_TEXT = {
  locked: (name: string) => `${name} is currently locked`,
  contact: 'Please contact your system administrator for access.',
  ok: 'OK',
} as const

/** What each group of modules is for. The documents ask for a description and don't show it. */
export const LOCKED_DESCRIPTIONS: Readonly<Record<ModuleGroup, string>> = {
  'connect-plus': 'Chat, calls, meetings, blogs and the community board.',
  'interviewer-manager': 'Training, live status, holiday balances and interactions of your interviewers.',
  tracker: 'Your calendar, earnings, quality, attendance and development.',
  resource: 'Planning of shifts, bookings and campaigns.',
  supervisor: 'The live panel, quality, training and reports of your team.',
  recruitment: 'New people, interviews and compatibility tests.',
  training: 'Training sessions and their log.',
  hr: 'Payroll, absence, one-to-one meetings and return to work.',
  agency: 'What agency partners need: tickets, pay stats and shift patterns.',
  admin: 'Configuration, logs and user administration.',
  support: 'The help centre and system flags.',
  gamification: 'Levels, games and quests.',
  research: 'Projects, tasks, data services and reports.',
  finance: 'Expenses and the fiscal report.',
  'job-orders': 'Job orders of your customers.',
  sense: 'Sensing of how the business does.',
  task: 'Task groups, project management and task reports.',
  room: 'Case management.',
}
