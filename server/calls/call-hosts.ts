import type { Database } from '../db/database.ts'
import { withinUnit } from '../db/unit-of-work.ts'

/** How this server's own engine is. */
export interface OwnEngine {
  /** Null while it doesn't run. */
  readonly run: string | null
  /** It runs, or may any moment. */
  readonly isThere: boolean
}

/** The server that a call belongs to. */
export interface CallHost {
  readonly serverID: string
  readonly isOwn: boolean
  readonly engineRun: string | null
  readonly isThere: boolean
  readonly isServed: boolean
}

interface Parts {
  readonly db: Database
  /** This server's name. */
  readonly serverID: () => string
}

/**
 * Which of several servers a call belongs to: one row a call, and whoever writes it has it. The row of a server that is
 * gone, or whose engine is, is anybody's who has one.
 */
export class CallHosts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Null for none, and for one that is gone. */
  async find(meetingID: number): Promise<CallHost | null> {
    const row = await this.#row(meetingID)
    return row && (row.isOwn || row.isAlive) ? row : null
  }

  /** Takes the call where nobody else has it who could carry it. Two who try at once: one has it, and both see whose it is. */
  async take(meetingID: number, engine: OwnEngine): Promise<CallHost | null> {
    const before = await this.#row(meetingID)
    if (before?.isOwn) return this.#keep(meetingID, before, engine)
    const isGood = before?.isAlive === true && before.isThere
    // Whose engine is away gives the call to one that runs, and to no other that might.
    const isBetter = before?.isAlive !== true || engine.run !== null
    if (isGood || !engine.isThere || !isBetter) return before?.isAlive ? before : null
    const { db, serverID } = this.#parts
    const own = { serverID: serverID(), engineRun: engine.run, isThere: engine.isThere ? 1 : 0 }
    await withinUnit(() =>
      db
        .insertInto('callHosts')
        .values({ meetingID, ...own, isServed: 0 })
        .onConflict((conflict) =>
          conflict
            .column('meetingID')
            .doUpdateSet(own)
            .where('callHosts.serverID', '=', before?.serverID ?? '')
            .where('callHosts.isThere', '=', before?.isThere ? 1 : 0),
        )
        .execute(),
    )
    return this.find(meetingID)
  }

  /** The call goes through the engine from now on. */
  async serve(meetingID: number): Promise<void> {
    await withinUnit(() =>
      this.#parts.db
        .updateTable('callHosts')
        .set({ isServed: 1 })
        .where('meetingID', '=', meetingID)
        .where('isServed', '=', 0)
        .execute(),
    )
  }

  /** All have left. */
  async end(meetingID: number): Promise<void> {
    await withinUnit(() =>
      this.#parts.db.deleteFrom('callHosts').where('meetingID', '=', meetingID).execute(),
    )
  }

  /** Gives away all that are this server's; gives which these were. They stay served. */
  async leave(): Promise<number[]> {
    const { db, serverID } = this.#parts
    const left = await withinUnit(() =>
      db
        .updateTable('callHosts')
        .set({ serverID: '', engineRun: null, isThere: 0 })
        .where('serverID', '=', serverID())
        .returning('meetingID')
        .execute(),
    )
    return left.map(({ meetingID }) => meetingID)
  }

  /** Calls whose server is gone. */
  async orphans(): Promise<number[]> {
    const rows = await this.#parts.db
      .selectFrom('callHosts as h')
      .leftJoin('servers as s', 's.id', 'h.serverID')
      .where('s.id', 'is', null)
      .where('h.serverID', '!=', this.#parts.serverID())
      .select('h.meetingID')
      .execute()
    return rows.map(({ meetingID }) => meetingID)
  }

  async #keep(meetingID: number, before: CallHost, { run, isThere }: OwnEngine): Promise<CallHost> {
    if (before.engineRun === run && before.isThere === isThere) return before
    await withinUnit(() =>
      this.#parts.db
        .updateTable('callHosts')
        .set({ engineRun: run, isThere: isThere ? 1 : 0 })
        .where('meetingID', '=', meetingID)
        .where('serverID', '=', before.serverID)
        .execute(),
    )
    return { ...before, engineRun: run, isThere }
  }

  async #row(meetingID: number): Promise<(CallHost & { readonly isAlive: boolean }) | null> {
    const row = await this.#parts.db
      .selectFrom('callHosts as h')
      .leftJoin('servers as s', 's.id', 'h.serverID')
      .where('h.meetingID', '=', meetingID)
      .select(['h.serverID', 'h.engineRun', 'h.isThere', 'h.isServed', 's.id as alive'])
      .executeTakeFirst()
    if (!row) return null
    return {
      ...{ serverID: row.serverID, engineRun: row.engineRun, isAlive: row.alive !== null },
      ...{ isThere: row.isThere === 1, isServed: row.isServed === 1 },
      isOwn: row.serverID === this.#parts.serverID(),
    }
  }
}
