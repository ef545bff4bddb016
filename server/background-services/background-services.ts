import { randomUUID } from 'node:crypto'
import {
  FAILURES_TOLD,
  nextRun,
  RUNS_SHOWN,
  type RunOutcome,
  type ServiceState,
  scheduleWords,
} from '#shared/domain/background-services.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { BackgroundServiceTable } from '../db/schema/operating.ts'
import type { HubLog } from '../hubs/log.ts'
import type { Schedule } from '../schedule.ts'
import type { BackgroundService } from './service.ts'

/** A run whose server has said nothing for so long has ended with it. */
const LEASE_MS = 90_000
const RENEWED_MS = 30_000
const DAY_MS = 86_400_000
/** Lines of a run that are kept; the first ones. */
const LINES_MAX = 200
const TEXT_MAX = 500

interface Line {
  readonly at: number
  readonly text: string
}

interface Options {
  readonly db: Database
  readonly clock: Clock
  readonly schedule: Schedule
  readonly background: Background
  readonly log: HubLog
  /** Told when a service begins, ends, pauses or goes on. */
  readonly onChange: (key: string) => void
  /**
   * Told which services have failed too often in a row, by name, whenever that changes.
   * @param newly the one that has just begun to; null where none has
   */
  readonly onFailing: (failing: readonly string[], newly: string | null) => Promise<void>
}

/** A run that this server has claimed. */
interface Claim {
  readonly service: BackgroundService
  readonly id: string
  readonly startedAt: number
  readonly since: number | null
}

/** One service, as its page shows it. Moments are in milliseconds since 1970. */
export interface ServiceRow {
  readonly key: string
  readonly name: string
  readonly what: string
  readonly schedule: string
  readonly state: ServiceState
  readonly pause: { readonly reason: string; readonly by: string; readonly until: number | null } | null
  readonly lastRun: {
    readonly startedAt: number
    readonly endedAt: number | null
    readonly outcome: RunOutcome | null
  } | null
  readonly nextRunAt: number
  readonly runs: number
  readonly failures: number
  readonly lastError: string | null
}

/** Why a service doesn't run now. */
export type NotRun = 'unknown' | 'running' | 'paused'

type Pause = Pick<BackgroundServiceTable, 'pausedAt' | 'pausedUntil'>
const isPausedAt = ({ pausedAt, pausedUntil }: Pause, now: number): boolean =>
  pausedAt !== null && (pausedUntil === null || pausedUntil > now)

/** Whether somebody has paused the service, for what does its work also between its runs. */
export async function isServicePaused(db: Database, key: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('backgroundServices')
    .select(['pausedAt', 'pausedUntil'])
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined && isPausedAt(row, now)
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, TEXT_MAX)

/**
 * The services that the server runs by itself (spec 5 §5.2). Their state is rows, so that a run that was missed
 * while no server ran is made up for once, and of several servers one runs it.
 */
export class BackgroundServices {
  readonly #options: Options
  readonly #services = new Map<string, BackgroundService>()
  readonly #stopping = new AbortController()

  constructor(options: Options, services: readonly BackgroundService[]) {
    this.#options = options
    for (const service of services) {
      if (this.#services.has(service.key)) throw new Error(`Two background services are named ${service.key}`)
      this.#services.set(service.key, service)
    }
  }

  /** Gives each service its row; one whose schedule changed is due anew. */
  async prepare(): Promise<void> {
    const { db, clock } = this.#options
    const now = clock()
    for (const { key, schedule } of this.#services.values()) {
      const row = { schedule: JSON.stringify(schedule), nextRunAt: nextRun(schedule, now) }
      await db
        .insertInto('backgroundServices')
        .values({ key, ...row, failuresInRow: 0 })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet(row).where('backgroundServices.schedule', '!=', row.schedule),
        )
        .execute()
    }
  }

  /** Begins what is due. */
  async tick(): Promise<void> {
    const { db, clock } = this.#options
    const due = await db
      .selectFrom('backgroundServices')
      .select('key')
      .where('nextRunAt', '<=', clock())
      .execute()
    for (const { key } of due) {
      const service = this.#services.get(key)
      if (!service || (await service.isOff?.())) continue
      const claim = await this.#claim(service, null)
      if (typeof claim !== 'string') this.#begin(claim)
    }
  }

  /** Begins a run that isn't due, once the running unit is committed. Gives why it doesn't, else null. */
  async runNow(key: string, by: string): Promise<NotRun | null> {
    const service = this.#services.get(key)
    if (!service) return 'unknown'
    const claim = await this.#claim(service, by)
    if (typeof claim === 'string') return claim
    this.#begin(claim)
    return null
  }

  /**
   * Pauses it: what runs goes on to its end, and nothing begins until it is resumed or `until` has passed.
   * Gives whether there is such a service.
   */
  async pause(key: string, pause: { by: string; reason: string; until: number | null }): Promise<boolean> {
    const { clock } = this.#options
    return this.#set(key, {
      pausedAt: clock(),
      pausedUntil: pause.until,
      pausedBy: pause.by,
      pauseReason: pause.reason,
    })
  }

  async resume(key: string): Promise<boolean> {
    return this.#set(key, { pausedAt: null, pausedUntil: null, pausedBy: null, pauseReason: null })
  }

  nameOf(key: string): string | null {
    return this.#services.get(key)?.name ?? null
  }

  /** All services in the order in which they are registered. */
  async list(): Promise<ServiceRow[]> {
    const { db, clock } = this.#options
    const now = clock()
    const [states, counts, lasts] = await Promise.all([
      db.selectFrom('backgroundServices').selectAll().execute(),
      db
        .selectFrom('backgroundRuns')
        .where('startedAt', '>', now - DAY_MS)
        .groupBy(['key', 'outcome'])
        .select((eb) => ['key', 'outcome', eb.fn.countAll<number>().as('runs')])
        .execute(),
      db
        .selectFrom('backgroundRuns')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('backgroundRuns')
            .groupBy('key')
            .select((run) => run.fn.max('id').as('id')),
        )
        .select(['key', 'startedAt', 'endedAt', 'outcome', 'error'])
        .execute(),
    ])
    const errors = await this.#lastErrors()
    const rows: ServiceRow[] = []
    for (const service of this.#services.values()) {
      const { key, name, what, schedule } = service
      const state = states.find((row) => row.key === key)
      if (!state) continue
      const last = lasts.find((run) => run.key === key) ?? null
      const own = counts.filter((count) => count.key === key)
      const sum = (of: typeof own) => of.reduce((total, { runs }) => total + Number(runs), 0)
      const isPaused = this.#pausedNow(state)
      rows.push({
        key,
        name,
        what,
        schedule: scheduleWords(schedule),
        state: await this.#stateOf(service, state, last?.outcome ?? null),
        pause: isPaused
          ? { reason: state.pauseReason ?? '', by: state.pausedBy ?? '', until: state.pausedUntil }
          : null,
        lastRun: last,
        nextRunAt: state.nextRunAt,
        runs: sum(own),
        failures: sum(own.filter(({ outcome }) => outcome === 'FAILED' || outcome === 'LOST')),
        lastError: errors.get(key) ?? null,
      })
    }
    return rows
  }

  /** Its last 100 runs, the newest first; null where there is no such service. */
  async runs(key: string) {
    if (!this.#services.has(key)) return null
    const rows = await this.#options.db
      .selectFrom('backgroundRuns')
      .where('key', '=', key)
      .orderBy('id', 'desc')
      .limit(RUNS_SHOWN)
      .select(['id', 'startedAt', 'endedAt', 'outcome', 'error', 'startedBy', 'lines'])
      .execute()
    return rows.map((row) => ({ ...row, lines: JSON.parse(row.lines) as Line[] }))
  }

  /** Forgets runs that are older than a day and not among a service's last 100. Gives how many. */
  async forgetOldRuns(): Promise<number> {
    const { db, clock } = this.#options
    const before = clock() - DAY_MS
    let gone = 0
    for (const key of this.#services.keys()) {
      const kept = await db
        .selectFrom('backgroundRuns')
        .where('key', '=', key)
        .orderBy('id', 'desc')
        .offset(RUNS_SHOWN)
        .limit(1)
        .select('id')
        .executeTakeFirst()
      if (!kept) continue
      const { numDeletedRows } = await db
        .deleteFrom('backgroundRuns')
        .where('key', '=', key)
        .where('id', '<=', kept.id)
        .where('startedAt', '<', before)
        .executeTakeFirst()
      gone += Number(numDeletedRows)
    }
    return gone
  }

  /** Begins nothing more, and tells what runs to come to its end. */
  stop(): void {
    this.#stopping.abort()
  }

  #pausedNow(row: Pause): boolean {
    return isPausedAt(row, this.#options.clock())
  }

  #runsNow({ leaseUntil }: Pick<BackgroundServiceTable, 'leaseUntil'>): boolean {
    return leaseUntil !== null && leaseUntil > this.#options.clock()
  }

  async #stateOf(
    service: BackgroundService,
    state: BackgroundServiceTable,
    outcome: RunOutcome | null,
  ): Promise<ServiceState> {
    if (this.#runsNow(state)) return 'RUNNING'
    if (this.#pausedNow(state)) return 'PAUSED'
    if (await service.isOff?.()) return 'OFF'
    return outcome === 'FAILED' || outcome === 'LOST' ? 'FAILED' : 'IDLE'
  }

  async #lastErrors(): Promise<Map<string, string>> {
    const rows = await this.#options.db
      .selectFrom('backgroundRuns')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('backgroundRuns')
          .where('error', '!=', '')
          .groupBy('key')
          .select((run) => run.fn.max('id').as('id')),
      )
      .select(['key', 'error'])
      .execute()
    return new Map(rows.map(({ key, error }) => [key, error]))
  }

  async #set(key: string, values: Partial<BackgroundServiceTable>): Promise<boolean> {
    if (!this.#services.has(key)) return false
    await this.#options.db.updateTable('backgroundServices').set(values).where('key', '=', key).execute()
    this.#options.onChange(key)
    return true
  }

  /**
   * Takes the run, if nobody has it: one statement decides it. A run whose lease ended before is told as lost.
   * @param by who wants it now; null where the schedule does
   */
  async #claim(service: BackgroundService, by: string | null): Promise<Claim | NotRun> {
    const { db, clock } = this.#options
    const { key } = service
    const now = clock()
    const id = randomUUID()
    const before = await db
      .selectFrom('backgroundServices')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirst()
    if (!before) return 'unknown'
    if (this.#pausedNow(before)) return 'paused'
    if (this.#runsNow(before)) return 'running'
    return db.transaction().execute(async (trx) => {
      let claim = trx
        .updateTable('backgroundServices')
        .set({
          leaseID: id,
          leaseUntil: now + LEASE_MS,
          lastStartedAt: now,
          pausedAt: null,
          pausedUntil: null,
        })
        .where('key', '=', key)
        .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]))
        .where((eb) => eb.or([eb('pausedAt', 'is', null), eb('pausedUntil', '<=', now)]))
      if (by === null) claim = claim.where('nextRunAt', '<=', now)
      const claimed = await claim.returning('key').executeTakeFirst()
      if (!claimed) return 'running'
      const lost = await trx
        .updateTable('backgroundRuns')
        .set({ endedAt: now, outcome: 'LOST', error: 'The server ended while it ran.' })
        .where('key', '=', key)
        .where('outcome', 'is', null)
        .returning('id')
        .execute()
      if (lost.length > 0)
        await trx
          .updateTable('backgroundServices')
          .set((eb) => ({ failuresInRow: eb('failuresInRow', '+', 1) }))
          .where('key', '=', key)
          .execute()
      await trx
        .insertInto('backgroundRuns')
        .values({
          key,
          leaseID: id,
          startedAt: now,
          endedAt: null,
          outcome: null,
          error: '',
          startedBy: by,
          lines: '[]',
        })
        .execute()
      return { service, id, startedAt: now, since: before.lastStartedAt }
    })
  }

  #begin(claim: Claim): void {
    this.#options.background.run(() => this.#run(claim))
  }

  async #run({ service, id, startedAt, since }: Claim): Promise<void> {
    const { db, clock, log, onChange } = this.#options
    const lines: Line[] = []
    const over = new AbortController()
    const signal = AbortSignal.any([this.#stopping.signal, over.signal])
    const endRenewing = this.#renew(id, lines, () => over.abort())
    onChange(service.key)
    let error = ''
    try {
      await service.run({
        startedAt,
        since,
        signal,
        log: (text) => {
          if (lines.length < LINES_MAX) lines.push({ at: clock(), text: text.slice(0, TEXT_MAX) })
        },
      })
    } catch (thrown) {
      error = messageOf(thrown) || 'It failed without saying why.'
      log('error', 'a background service failed', { service: service.key, err: thrown })
    }
    endRenewing()
    const now = clock()
    const outcome = error === '' ? 'DONE' : 'FAILED'
    const state = await db.transaction().execute(async (trx) => {
      const left = await trx
        .updateTable('backgroundServices')
        .set((eb) => ({
          leaseID: null,
          leaseUntil: null,
          nextRunAt: nextRun(service.schedule, now),
          failuresInRow: error === '' ? 0 : eb('failuresInRow', '+', 1),
        }))
        .where('key', '=', service.key)
        .where('leaseID', '=', id)
        .returning('failuresInRow')
        .executeTakeFirst()
      await trx
        .updateTable('backgroundRuns')
        .set({ endedAt: now, outcome, error, lines: JSON.stringify(lines) })
        .where('leaseID', '=', id)
        .where('outcome', 'is', null)
        .execute()
      return left
    })
    onChange(service.key)
    if (state) await this.#tellFailing(state.failuresInRow === FAILURES_TOLD ? service.name : null)
  }

  async #tellFailing(newly: string | null): Promise<void> {
    const rows = await this.#options.db
      .selectFrom('backgroundServices')
      .where('failuresInRow', '>=', FAILURES_TOLD)
      .select('key')
      .execute()
    const failing = new Set(rows.map(({ key }) => key))
    const names = [...this.#services.values()].flatMap(({ key, name }) => (failing.has(key) ? [name] : []))
    await this.#options.onFailing(names, newly)
  }

  /** Keeps the lease and the lines while the run goes on. */
  #renew(id: string, lines: readonly Line[], onLost: () => void): () => void {
    const { db, clock, schedule, log } = this.#options
    let cancel = () => {}
    const renew = async () => {
      const kept = await db
        .updateTable('backgroundServices')
        .set({ leaseUntil: clock() + LEASE_MS })
        .where('leaseID', '=', id)
        .returning('key')
        .executeTakeFirst()
      if (!kept) return onLost()
      await db
        .updateTable('backgroundRuns')
        .set({ lines: JSON.stringify(lines) })
        .where('leaseID', '=', id)
        .execute()
    }
    const again = () => {
      cancel = schedule(RENEWED_MS, () => {
        again()
        renew().catch((error: unknown) => log('error', 'a lease was not renewed', { err: error }))
      })
    }
    again()
    return () => cancel()
  }
}
