import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit, type Change } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { BackgroundServices } from './background-services.ts'

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

/** The services as their page sees and keeps them (spec 5 §5.2). */
export function backgroundServicesHandlers({
  db,
  clock,
  jobs,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly jobs: BackgroundServices
}): AreaHandlers<'backgroundServices'> {
  /** @throws Refusal 404 where there is none */
  function nameOf(key: string): string {
    const name = jobs.nameOf(key)
    if (name === null) throw new Refusal(404, 'record.gone', { one: 'background service' })
    return name
  }

  const told = (
    caller: Caller,
    verb: string,
    label: string,
    rest: { changes?: readonly Change[]; reason?: string } = {},
  ) =>
    audit(db, caller, clock(), {
      action: `BACKGROUND_SERVICE_${verb}`,
      page: 'admin.configuration.background-services',
      recordType: 'backgroundService',
      recordID: null,
      label,
      ...rest,
    })

  return {
    listBackgroundServices: async () => ({
      services: (await jobs.list()).map(({ nextRunAt, pause, lastRun, ...row }) => ({
        ...row,
        nextRunAt: iso(nextRunAt),
        pause: pause && { ...pause, until: isoOrNull(pause.until) },
        lastRun: lastRun && {
          outcome: lastRun.outcome,
          startedAt: iso(lastRun.startedAt),
          endedAt: isoOrNull(lastRun.endedAt),
        },
      })),
      asOf: iso(clock()),
    }),

    runBackgroundService: async ({ key }, { caller }) => {
      const name = nameOf(key)
      const why = await jobs.runNow(key, caller.displayName)
      if (why === 'paused') throw new Refusal(409, 'service.paused')
      if (why !== null) throw new Refusal(409, 'service.running')
      await told(caller, 'RUN', name)
      return { done: true }
    },

    pauseBackgroundService: async ({ key, reason, until }, { caller }) => {
      const name = nameOf(key)
      if (until !== null && Date.parse(until) <= clock()) throw new Refusal(400, 'service.pauseOver')
      const end = until === null ? null : Date.parse(until)
      await jobs.pause(key, { by: caller.displayName, reason, until: end })
      await told(caller, 'PAUSED', name, {
        reason,
        changes: [{ field: 'until', before: null, after: until }],
      })
      return { done: true }
    },

    resumeBackgroundService: async ({ key }, { caller }) => {
      const name = nameOf(key)
      await jobs.resume(key)
      await told(caller, 'RESUMED', name)
      return { done: true }
    },

    backgroundServiceRuns: async ({ key }) => {
      nameOf(key)
      const runs = (await jobs.runs(key)) ?? []
      return {
        runs: runs.map(({ lines, startedAt, endedAt, ...run }) => ({
          ...run,
          startedAt: iso(startedAt),
          endedAt: isoOrNull(endedAt),
          lines: lines.map(({ at, text }) => ({ at: iso(at), text })),
        })),
      }
    },
  }
}
