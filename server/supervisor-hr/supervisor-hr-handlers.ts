import type { SupervisorHr } from '#shared/contract/supervisor-hr.ts'
import { OPEN_CASE_STATES } from '#shared/domain/absence.ts'
import { londonDayAfter, londonField } from '#shared/domain/london-time.ts'
import { caseStep, PROBATION_DAYS, probationEnd } from '#shared/domain/supervisor-hr.ts'
import { absenceCases } from '../absence/cases.ts'
import type { Clock } from '../clock.ts'
import { termsOn } from '../contract-types/terms.ts'
import type { Database } from '../db/database.ts'
import { fileNotesAbout } from '../file-notes/file-notes.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { auditRead } from '../records/audit.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { teamOf } from './team.ts'

const PAGE = 'supervisor.hr'
const NOTES = 200
/** Cases that were decided within so many days are shown. */
const DECIDED_DAYS = 28
const DAY_MS = 86_400_000
const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

interface SupervisorHrServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main'>
}

type Team = Awaited<ReturnType<typeof teamOf>>

/** Supervisor › HR (spec 4 §4.4.6). */
export function supervisorHrHandlers({
  db,
  clock,
  shell,
}: SupervisorHrServices): AreaHandlers<'supervisorHr'> {
  /** Stage and next step alone: notes, explanations and what was reported may tell of somebody's health. */
  async function casesOf(team: Team, now: number): Promise<SupervisorHr['cases']> {
    const since = londonDayAfter(now, -DECIDED_DAYS)
    const found = await absenceCases(db, { userIDs: team.map(({ id }) => id) })
    return found
      .filter(({ state, decidedAt }) =>
        (OPEN_CASE_STATES as readonly string[]).includes(state) ? true : (decidedAt ?? 0) >= since,
      )
      .map(({ id, userID, name, day, start, end, kind, state, lateMinutes, ...one }) => {
        const isHeardOf = lateMinutes !== null || one.explanation !== '' || kind === 'LATE' || kind === 'AWAY'
        const { step, at } = caseStep({
          ...{ state, start, welfareAt: one.welfareAt, attempts: one.attempts.length },
          isHeardOf: isHeardOf || kind === 'LEFT_EARLY',
        })
        return {
          ...{ id, userID, name, day, start: iso(start), end: iso(end), kind, state, lateMinutes },
          ...{ step, stepAt: isoOrNull(at) },
        }
      })
  }

  async function probationsOf(team: Team, today: string): Promise<SupervisorHr['probations']> {
    const ends: SupervisorHr['probations'][number][] = []
    for (const { id, name, startDate, contractTypeID } of team) {
      if (startDate === null || contractTypeID === null) continue
      const on = await termsOn(db, contractTypeID, startDate)
      const { terms } = on ?? (await termsOn(db, contractTypeID, today)) ?? { terms: null }
      if (!terms || terms.probationMonths === 0) continue
      const end = probationEnd(startDate, terms.probationMonths)
      const daysLeft = Math.round((Date.parse(`${end}T00:00Z`) - Date.parse(`${today}T00:00Z`)) / DAY_MS)
      if (daysLeft >= 0 && daysLeft <= PROBATION_DAYS)
        ends.push({ userID: id, name, startDate, ends: end, daysLeft })
    }
    return ends.toSorted((a, b) => a.daysLeft - b.daysLeft || a.userID - b.userID)
  }

  return {
    supervisorHr: async (_input, { caller }) => {
      const now = clock()
      const team = await teamOf(db, caller)
      const cases = await casesOf(team, now)
      const notes = (
        await fileNotesAbout(
          db,
          team.map(({ id }) => id),
        )
      ).slice(0, NOTES)
      const seen = new Set([...cases, ...notes].map(({ userID }) => userID))
      for (const { id, name } of team.filter(({ id: one }) => seen.has(one))) {
        await auditRead(db, caller, now, {
          ...{ action: 'HR_READ', page: PAGE, recordType: 'person', recordID: id, label: name },
        })
        shell.main.toUser(id, 'recordedReading', [{ kind: 'VIEW' }])
      }
      return {
        people: team.map(({ id, name }) => ({ id, name })),
        cases,
        notes: notes.map(({ id, userID, name, by, at, kind, text, reply, acknowledgedAt }) => ({
          ...{ id, userID, name, by, at: iso(at), kind, text, reply },
          acknowledgedAt: isoOrNull(acknowledgedAt),
        })),
        probations: await probationsOf(team, londonField(now).slice(0, 10)),
      }
    },
  }
}
