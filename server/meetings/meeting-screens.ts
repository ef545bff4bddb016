import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { traitsOf } from '../db/dialect/traits.ts'

/** A share without a picture for this long has ended, in milliseconds: its window has gone. */
export const SHARE_ENDS_MS = 10_000

export interface SharedScreen {
  readonly userID: number
  readonly picture: string
}

/** Screens that people share with meetings: the last picture of each. */
export interface MeetingScreens {
  /** Takes a picture; false where somebody else is sharing. */
  show(meetingID: number, userID: number, picture: string): Promise<boolean>
  /** Ends the person's share, if they have one. */
  end(meetingID: number, userID: number): Promise<void>
  /** What is shared with a meeting; null for nothing. */
  of(meetingID: number): Promise<SharedScreen | null>
  /** Deletes pictures that are no longer shown. */
  forget(): Promise<void>
}

/** For one server alone: pictures stay in memory, so that none is ever on a disk or in a backup. */
export class ScreensInMemory implements MeetingScreens {
  readonly #clock: Clock
  readonly #shown = new Map<number, SharedScreen & { readonly at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async show(meetingID: number, userID: number, picture: string): Promise<boolean> {
    const shown = this.#of(meetingID)
    if (shown && shown.userID !== userID) return false
    this.#shown.set(meetingID, { userID, picture, at: this.#clock() })
    return true
  }

  async end(meetingID: number, userID: number): Promise<void> {
    if (this.#shown.get(meetingID)?.userID === userID) this.#shown.delete(meetingID)
  }

  async of(meetingID: number): Promise<SharedScreen | null> {
    return this.#of(meetingID)
  }

  async forget(): Promise<void> {
    const oldest = this.#clock() - SHARE_ENDS_MS
    for (const [id, { at }] of this.#shown) if (at < oldest) this.#shown.delete(id)
  }

  #of(meetingID: number): SharedScreen | null {
    void this.forget()
    const shown = this.#shown.get(meetingID)
    return shown ? { userID: shown.userID, picture: shown.picture } : null
  }
}

const NOW = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
const IS_SHOWN = sql<boolean>`"meetingScreens"."shownAt" >= ${NOW} - ${SHARE_ENDS_MS}::bigint`

/** For several servers on PostgreSQL, by its clock. Its table is unlogged: see the migration. */
class ScreensInPostgres implements MeetingScreens {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async show(meetingID: number, userID: number, picture: string): Promise<boolean> {
    const shown = await this.#db
      .insertInto('meetingScreens')
      .values({ meetingID, userID, picture, shownAt: NOW })
      .onConflict((conflict) =>
        conflict
          .column('meetingID')
          .doUpdateSet({ userID, picture, shownAt: NOW })
          .where((eb) => eb.or([eb('meetingScreens.userID', '=', userID), eb.not(IS_SHOWN)])),
      )
      .returning('meetingID')
      .executeTakeFirst()
    return shown !== undefined
  }

  async end(meetingID: number, userID: number): Promise<void> {
    await this.#db
      .deleteFrom('meetingScreens')
      .where('meetingID', '=', meetingID)
      .where('userID', '=', userID)
      .execute()
  }

  async of(meetingID: number): Promise<SharedScreen | null> {
    const row = await this.#db
      .selectFrom('meetingScreens')
      .where('meetingID', '=', meetingID)
      .select(['userID', 'picture', IS_SHOWN.as('isShown')])
      .executeTakeFirst()
    if (row?.isShown) return { userID: row.userID, picture: row.picture }
    if (row) await this.forget()
    return null
  }

  async forget(): Promise<void> {
    await this.#db
      .deleteFrom('meetingScreens')
      .where((eb) => eb.not(IS_SHOWN))
      .execute()
  }
}

export const meetingScreens = (db: Database, clock: Clock): MeetingScreens =>
  traitsOf(db).kind === 'postgres' ? new ScreensInPostgres(db) : new ScreensInMemory(clock)
