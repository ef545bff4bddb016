import type { LiveRow } from '#shared/contract/live-panel.ts'
import type { LivePerson } from '#shared/domain/live-panel.ts'

export const NOW = Date.UTC(2026, 4, 4, 12)
/** ISO 8601, so many minutes from then. */
export const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

/** Somebody who interviews on schedule, unless more is said of them. */
export const person = (id: number, userName: string, live: Partial<LiveRow> = {}): LivePerson => {
  const row: LiveRow = {
    ...{ isShown: true, currentActivity: 'AVAILABLE', category: null, project: 'Northgate Travel' },
    ...{ scheduledProject: 'Northgate Travel', since: at(-12), startedShift: true, override: null },
    adherence: { state: 'IN', kind: null, since: null },
    shift: { start: at(-60), end: at(120) },
    ...{
      startedAt: at(-60),
      nextShift: null,
      breakSeconds: 0,
      breakAllowanceSeconds: 900,
      lateAfterMinutes: 3,
    },
    ...{
      idleSince: null,
      diallerSince: null,
      diallerProject: null,
      waiting: null,
      completes: 3,
      target: 8,
      refusalRate: null,
    },
    lastHour: { completes: 0, rate: null, projectRate: null },
    ...{ lastComplete: null, appointment: null, location: null, grade: null, lastSeen: null },
    ...{ wifi: null, vpnSince: null },
    ...{ areaID: 1, managerID: 9, agency: null, contractType: null, skills: [], lockedBy: null, qc: null },
    ...{ command: null, onIt: [] },
    ...live,
  }
  const known = { diallerStatus: 'UNKNOWN', areaName: 'Leeds', manager: 'Priya', machineStatus: 'UNKNOWN' }
  const stats = { ...known, wurkforceStatus: 'ONLINE', masterActivity: 'AVAILABLE', openTickets: 0 }
  return { id, live: row, stats: { ...stats, userName } }
}
