import { SYSTEM_ISSUES_REMINDER_MS } from '#shared/domain/activity.ts'
import type { Timers } from '../../ui/timers.ts'
import type { Banners } from './banners.ts'

export const FLAG_TEXT = {
  systemIssues: (people: number) =>
    people === 1 ? '1 person has system issues.' : `${people} people have system issues.`,
  excessive: 'Excessive system issues: many people cannot work. Please look into it now.',
  atRisk: (count: number) =>
    count === 1 ? '1 appointment is at risk.' : `${count} appointments are at risk.`,
} as const

/** What the server watches for who looks after others (spec 1 §2.8, §7). */
export interface Flags {
  systemIssues(people: number): void
  excessiveSystemIssues(excessive: boolean): void
  appointmentsAtRisk(count: number): void
  /** Reminds of system issues; returns what ends that. */
  watch(): () => void
}

export function createFlags({ banners, timers }: { banners: Banners; timers: Timers }): Flags {
  return {
    systemIssues: (people) =>
      banners.put('system-issues', people > 0 ? { text: FLAG_TEXT.systemIssues(people) } : null),
    excessiveSystemIssues: (excessive) =>
      banners.put('excessive-system-issues', excessive ? { text: FLAG_TEXT.excessive } : null),
    appointmentsAtRisk: (count) =>
      banners.put('appointments-at-risk', count > 0 ? { text: FLAG_TEXT.atRisk(count) } : null),
    watch: () =>
      timers.every(SYSTEM_ISSUES_REMINDER_MS, () => {
        banners.remind('system-issues')
        banners.remind('excessive-system-issues')
      }),
  }
}
