import { createHash } from 'node:crypto'
import {
  CLIENT_ERRORS_A_DAY,
  ERROR_OCCURRENCES_KEPT,
  type ErrorLevel,
  type ErrorSource,
  sameFrame,
  sameMessage,
} from '#shared/domain/errors.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { outsideUnits } from '../db/unit-of-work.ts'
import type { HubLog } from '../hubs/log.ts'
import { cleanMessage, cleanPlace, cleanStack } from './clean.ts'

const DAY_MS = 86_400_000
const TELL_MS = 1000
/** Occurrences of one error that are written at once, and different errors that wait; the rest is counted. */
const WRITTEN_MAX = 20
const WAITING_MAX = 500

/** One time that something went wrong. */
export interface ErrorReport {
  readonly level?: ErrorLevel
  readonly source: ErrorSource
  readonly message: string
  /** The call, screen or service. */
  readonly place: string
  readonly stack?: string | undefined
  readonly requestID?: string
  readonly personID?: number | null
  /** Of a window; the server's own without it. */
  readonly build?: string
  /** Texts that came with the request, and names: neither is kept. */
  readonly sent?: readonly string[]
  readonly names?: readonly string[]
}

interface Occurrence {
  readonly at: number
  readonly requestID: string
  readonly personID: number | null
  readonly build: string
  readonly stack: string
}

interface Waiting {
  readonly level: ErrorLevel
  readonly source: ErrorSource
  readonly message: string
  readonly place: string
  count: number
  readonly people: Set<number>
  occurrences: Occurrence[]
}

interface Options {
  readonly db: Database
  readonly clock: Clock
  readonly background: Background
  /** Names the build that runs; asked for each time. */
  readonly build: () => string
  /** For what can't be written here: it isn't told to this log again. */
  readonly log: HubLog
}

const isOfClients = (source: ErrorSource) => source === 'WEB' || source === 'DESKTOP'

/**
 * What goes wrong, grouped by what is alike (spec 5 §5.6). Reports wait in memory while others are written, so
 * that an error in a loop is one row and a few writes: what a crash takes with it is that moment's count, and
 * the server's log has each.
 */
export class ErrorLog {
  readonly #options: Options
  #waiting = new Map<string, Waiting>()
  #isWriting = false
  #tell: () => void = () => {}
  #toldAt = Number.NEGATIVE_INFINITY
  #isToBeTold = false
  readonly #knownBuilds = new Set<string>()

  constructor(options: Options) {
    this.#options = options
  }

  /** @param tell tells the windows of those who see the log; at most once a second */
  onChange(tell: () => void): void {
    this.#tell = tell
  }

  /** Somebody has changed what the log shows. */
  tellNow(): void {
    this.#tell()
  }

  /** Keeps an error. Never throws, and nobody waits for it. */
  report(report: ErrorReport): void {
    const { source, level = 'ERROR', sent, names } = report
    const stack = cleanStack(report.stack ?? '', sent, names)
    const message = cleanMessage(report.message, sent, names) || 'An error without words'
    const place = cleanPlace(report.place)
    const key = fingerprint([source, level, sameMessage(message), sameMessage(place), sameFrame(stack)])
    const known = this.#waiting.get(key)
    if (!known && this.#waiting.size >= WAITING_MAX) return
    const group = known ?? {
      ...{ level, source, message, place },
      ...{ count: 0, people: new Set<number>(), occurrences: [] },
    }
    this.#waiting.set(key, group)
    group.count++
    const { personID = null, requestID = '', build = this.#options.build() } = report
    if (personID !== null) group.people.add(personID)
    const occurrence = { at: this.#options.clock(), requestID, personID, build, stack }
    group.occurrences = [...group.occurrences, occurrence].slice(-WRITTEN_MAX)
    if (this.#isWriting) return
    this.#isWriting = true
    // Also where the request that it is of leaves nothing behind.
    outsideUnits(() => this.#options.background.run(() => this.#writeAll()))
  }

  /** Whether a build came after the other; a build that never ran here didn't. */
  async isLater(db: Database, build: string, than: string): Promise<boolean> {
    const rows = await db.selectFrom('builds').selectAll().where('build', 'in', [build, than]).execute()
    const at = (name: string) => rows.find((row) => row.build === name)?.firstSeenAt
    const [one, other] = [at(build), at(than)]
    return one !== undefined && other !== undefined && one > other
  }

  /** Notes that the present build runs here, and names it. */
  async presentBuild(db: Database): Promise<string> {
    const build = this.#options.build()
    await this.#noteBuild(db, build)
    return build
  }

  async #noteBuild(db: Database, build: string): Promise<void> {
    if (this.#knownBuilds.has(build)) return
    await db
      .insertInto('builds')
      .values({ build, firstSeenAt: this.#options.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    this.#knownBuilds.add(build)
  }

  async #writeAll(): Promise<void> {
    const { db, log } = this.#options
    try {
      await this.#noteBuild(db, this.#options.build())
      while (this.#waiting.size > 0) {
        const now = this.#waiting
        this.#waiting = new Map()
        for (const [key, group] of now) {
          await db.transaction().execute((trx) => this.#write(trx, key, group))
        }
        this.#told()
      }
    } catch (error) {
      this.#waiting = new Map()
      log('warn', 'errors could not be written to the error log', { err: error })
    } finally {
      this.#isWriting = false
    }
  }

  async #write(trx: Database, key: string, group: Waiting): Promise<void> {
    const { level, source, count, people, occurrences } = group
    const at = this.#options.clock()
    const last = occurrences.at(-1)
    const row = await this.#entry(trx, key, group, at)
    const build = await this.#knownBuild(trx, last?.build ?? '')
    const { state, resolvedBuild } = await trx
      .updateTable('errorEntries')
      .set((eb) => ({ count: eb('count', '+', count), lastSeenAt: at, level, source, build }))
      .where('id', '=', row)
      .returning(['state', 'resolvedBuild'])
      .executeTakeFirstOrThrow()
    if (state === 'RESOLVED' && resolvedBuild !== null && (await this.isLater(trx, build, resolvedBuild)))
      await trx
        .updateTable('errorEntries')
        .set((eb) => ({
          state: 'NEW',
          resolvedBuild: null,
          version: eb('version', '+', 1),
          changedBy: null,
          changedAt: at,
        }))
        .where('id', '=', row)
        .where('state', '=', 'RESOLVED')
        .execute()
    for (const personID of people)
      await trx
        .insertInto('errorPeople')
        .values({ errorID: row, personID })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    for (const { build: told, ...one } of occurrences)
      await trx
        .insertInto('errorOccurrences')
        .values({
          ...one,
          errorID: row,
          build: told === last?.build ? build : await this.#knownBuild(trx, told),
        })
        .execute()
    await this.#forgetOld(trx, row)
  }

  /** The row of errors that are alike. Of those that windows make up, a day has so many. */
  async #entry(trx: Database, key: string, group: Waiting, at: number): Promise<number> {
    const known = await trx
      .selectFrom('errorEntries')
      .where('fingerprint', '=', key)
      .select('id')
      .executeTakeFirst()
    if (known) return known.id
    const { level, source, message, place } = group
    const isTooMuch = isOfClients(source) && (await this.#newOfClients(trx, at)) >= CLIENT_ERRORS_A_DAY
    const fresh = isTooMuch
      ? {
          fingerprint: fingerprint(['the rest', source]),
          message: 'Further errors that are not kept apart',
          place: '',
        }
      : { fingerprint: key, message, place }
    const { id } = await trx
      .insertInto('errorEntries')
      .values({
        ...fresh,
        version: 1,
        level,
        source,
        count: 0,
        firstSeenAt: at,
        lastSeenAt: at,
        build: '',
        state: 'NEW',
        resolvedBuild: null,
        assignedTo: null,
        ticketID: null,
        changedBy: null,
        changedAt: at,
      })
      // Two servers may see it first.
      .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ lastSeenAt: at }))
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async #newOfClients(trx: Database, at: number): Promise<number> {
    const { n } = await trx
      .selectFrom('errorEntries')
      .where('source', 'in', ['WEB', 'DESKTOP'])
      .where('firstSeenAt', '>', at - DAY_MS)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }

  /** A window may say any build: one that never ran here isn't kept. */
  async #knownBuild(trx: Database, build: string): Promise<string> {
    if (this.#knownBuilds.has(build)) return build
    const row = await trx.selectFrom('builds').where('build', '=', build).select('build').executeTakeFirst()
    return row?.build ?? ''
  }

  async #forgetOld(trx: Database, errorID: number): Promise<void> {
    const old = await trx
      .selectFrom('errorOccurrences')
      .where('errorID', '=', errorID)
      .orderBy('id', 'desc')
      .offset(ERROR_OCCURRENCES_KEPT)
      .limit(1)
      .select('id')
      .executeTakeFirst()
    if (!old) return
    await trx
      .deleteFrom('errorOccurrences')
      .where('errorID', '=', errorID)
      .where('id', '<=', old.id)
      .execute()
  }

  #told(): void {
    const { clock, background } = this.#options
    if (this.#isToBeTold) return
    const wait = this.#toldAt + TELL_MS - clock()
    if (wait <= 0) {
      this.#toldAt = clock()
      this.#tell()
      return
    }
    this.#isToBeTold = true
    background.runAfter(wait, async () => {
      this.#isToBeTold = false
      this.#toldAt = clock()
      this.#tell()
    })
  }
}

function fingerprint(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)
}

/** What an error says of itself, and where it happened in the code. */
export function factsOf(error: unknown): Pick<ErrorReport, 'message' | 'stack'> {
  if (error instanceof Error) return { message: `${error.name}: ${error.message}`, stack: error.stack }
  return { message: typeof error === 'string' ? error : 'Something that is no error was thrown' }
}

/** The log with its errors in the error log, too: what it says besides are fixed words. */
export function reportingLog(log: HubLog, errors: Pick<ErrorLog, 'report'>): HubLog {
  return (level, message, fields = {}) => {
    log(level, message, fields)
    if (level !== 'error') return
    const { service, method, err, error = err } = fields
    const facts = factsOf(error)
    const place =
      typeof service === 'string' ? service : typeof method === 'string' ? `${message}: ${method}` : message
    errors.report({ source: typeof service === 'string' ? 'JOB' : 'SERVER', place, ...facts })
  }
}
