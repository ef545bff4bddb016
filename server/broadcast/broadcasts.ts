import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

const AT_RISK = 'appointmentsAtRisk'

/** Broadcasts, defcon alerts and the count of appointments at risk (spec 1 §2.8). */
export class Broadcasts {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Broadcasts for everybody or the person's area that haven't ended, newest first. */
  async forPerson(userID: number): Promise<{ message: string; endDate: number }[]> {
    return await this.#db
      .selectFrom('broadcasts as b')
      .where('b.endDate', '>', this.#clock())
      .where((e) =>
        e.or([
          e('b.areaID', 'is', null),
          e('b.areaID', '=', e.selectFrom('users').select('areaID').where('id', '=', userID)),
        ]),
      )
      .select(['b.message', 'b.endDate'])
      .orderBy('b.id', 'desc')
      .execute()
  }

  async add(broadcast: {
    message: string
    endDate: number
    areaID: number | null
    postedBy: number
  }): Promise<number> {
    const { id } = await this.#db
      .insertInto('broadcasts')
      .values({ ...broadcast, createdAt: this.#clock() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** False where no running broadcast has that id. */
  async end(id: number): Promise<boolean> {
    const now = this.#clock()
    const { numUpdatedRows } = await this.#db
      .updateTable('broadcasts')
      .set({ endDate: now })
      .where('id', '=', id)
      .where('endDate', '>', now)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async hasArea(id: number): Promise<boolean> {
    return (
      (await this.#db.selectFrom('areas').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    )
  }

  /** When each present defcon alert began. */
  async defcon(): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('defconAlerts')
      .select('startTime')
      .where('endedAt', 'is', null)
      .orderBy('startTime')
      .execute()
    return rows.map(({ startTime }) => startTime)
  }

  /** False where there is one already. */
  async raise(raisedBy: number): Promise<boolean> {
    if ((await this.defcon()).length > 0) return false
    await this.#db
      .insertInto('defconAlerts')
      .values({ startTime: this.#clock(), endedAt: null, raisedBy })
      .execute()
    return true
  }

  async endDefcon(): Promise<void> {
    await this.#db
      .updateTable('defconAlerts')
      .set({ endedAt: this.#clock() })
      .where('endedAt', 'is', null)
      .execute()
  }

  async atRisk(): Promise<number> {
    const row = await this.#db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', AT_RISK)
      .executeTakeFirst()
    return Number(row?.value ?? 0)
  }

  async setAtRisk(count: number): Promise<void> {
    const value = String(count)
    await this.#db
      .insertInto('settings')
      .values({ name: AT_RISK, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  }
}
