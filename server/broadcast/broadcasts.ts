import { BROADCASTS_KEPT_DAYS, timeToReach } from '#shared/domain/announcements.ts'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { appointmentsAtRisk } from '../allocation/at-risk.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { type Viewer, within } from '../people/scope.ts'

const AT_RISK = 'appointmentsAtRisk'
const DAY_MS = 24 * 60 * 60 * 1000
const ALERTS_SHOWN = 50
/** So that a statement has not too many values. */
const ROWS_AT_ONCE = 500

interface NewBroadcast {
  readonly message: string
  readonly endDate: number
  /** None for everybody. */
  readonly areaIDs: readonly number[]
  readonly postedBy: number
}

/** Broadcasts, defcon alerts and the count of appointments at risk (spec 1 §2.8). */
export class Broadcasts {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Broadcasts for everybody or the person's area that haven't ended, newest first. */
  async forPerson(userID: number): Promise<{ id: number; message: string; endDate: number }[]> {
    return await this.#db
      .selectFrom('broadcasts as b')
      .where('b.endDate', '>', this.#clock())
      .where((e) =>
        e.or([
          e('b.isForAll', '=', 1),
          e.exists(
            e
              .selectFrom('broadcastAreas as a')
              .innerJoin('users as u', 'u.areaID', 'a.areaID')
              .whereRef('a.broadcastID', '=', 'b.id')
              .where('u.id', '=', userID)
              .select('a.areaID'),
          ),
        ]),
      )
      .select(['b.id', 'b.message', 'b.endDate'])
      .orderBy('b.id', 'desc')
      .execute()
  }

  async add({ areaIDs, ...broadcast }: NewBroadcast): Promise<number> {
    const { id } = await this.#db
      .insertInto('broadcasts')
      .values({
        ...broadcast,
        areaID: null,
        isForAll: areaIDs.length === 0 ? 1 : 0,
        createdAt: this.#clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (areaIDs.length > 0)
      await this.#db
        .insertInto('broadcastAreas')
        .values(areaIDs.map((areaID) => ({ broadcastID: id, areaID })))
        .execute()
    return id
  }

  /** Ends it before its time and gives its text; null where no running broadcast has that id. */
  async end(id: number, endedBy: number): Promise<string | null> {
    const now = this.#clock()
    const ended = await this.#db
      .updateTable('broadcasts')
      .set({ endDate: now, endedBy })
      .where('id', '=', id)
      .where('endDate', '>', now)
      .returning('message')
      .executeTakeFirst()
    return ended?.message ?? null
  }

  /** Broadcasts that run and those that ended in the last 90 days, the newest first. */
  async list() {
    const now = this.#clock()
    const rows = await this.#db
      .selectFrom('broadcasts as b')
      .leftJoin('users as poster', 'poster.id', 'b.postedBy')
      .leftJoin('users as ender', 'ender.id', 'b.endedBy')
      .where('b.endDate', '>', now - BROADCASTS_KEPT_DAYS * DAY_MS)
      .select(['b.id', 'b.message', 'b.endDate', 'b.createdAt'])
      .select(['poster.displayName as postedBy', 'ender.displayName as endedBy'])
      .select((eb) => [
        eb
          .selectFrom('broadcastViews as v')
          .whereRef('v.broadcastID', '=', 'b.id')
          .select((count) => count.fn.countAll<number>().as('n'))
          .as('seen'),
        eb
          .selectFrom('users as u')
          .where('u.isActive', '=', 1)
          .where('u.id', '<>', SYSTEM_USER_ID)
          .where((person) =>
            person.or([
              person('b.isForAll', '=', 1),
              person('u.areaID', 'in', (areas) =>
                areas
                  .selectFrom('broadcastAreas as a')
                  .whereRef('a.broadcastID', '=', 'b.id')
                  .select('a.areaID'),
              ),
            ]),
          )
          .select((count) => count.fn.countAll<number>().as('n'))
          .as('people'),
      ])
      .orderBy('b.id', 'desc')
      .execute()
    const areas = await this.#db
      .selectFrom('broadcastAreas as a')
      .innerJoin('areas', 'areas.id', 'a.areaID')
      .orderBy('areas.name')
      .select(['a.broadcastID', 'areas.name'])
      .execute()
    const told = rows.map(({ endDate, createdAt, seen, people, ...row }) => ({
      ...row,
      endDate: new Date(endDate).toISOString(),
      createdAt: new Date(createdAt).toISOString(),
      areas: areas.filter(({ broadcastID }) => broadcastID === row.id).map(({ name }) => name),
      seen: seen ?? 0,
      people: people ?? 0,
    }))
    const runs = ({ endDate }: { readonly endDate: string }) => Date.parse(endDate) > now
    return { running: told.filter(runs), past: told.filter((one) => !runs(one)) }
  }

  templates() {
    return this.#db
      .selectFrom('broadcastTemplates')
      .select(['id', 'name', 'message'])
      .orderBy('nameKey')
      .execute()
  }

  areas() {
    return this.#db
      .selectFrom('areas')
      .where('isActive', '=', 1)
      .select(['id', 'name'])
      .orderBy('name')
      .execute()
  }

  saveTemplate(template: { readonly name: string; readonly message: string }) {
    return this.#db
      .insertInto('broadcastTemplates')
      .values({ ...template, nameKey: template.name.toLowerCase() })
      .onConflict((conflict) => conflict.column('nameKey').doUpdateSet(template))
      .returning(['id', 'name', 'message'])
      .executeTakeFirstOrThrow()
  }

  /** Gives its name; null where there is none. */
  async deleteTemplate(id: number): Promise<string | null> {
    const gone = await this.#db
      .deleteFrom('broadcastTemplates')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    return gone?.name ?? null
  }

  async hasAreas(ids: readonly number[]): Promise<boolean> {
    const found = await this.#db.selectFrom('areas').where('id', 'in', ids).select('id').execute()
    return found.length === new Set(ids).size
  }

  /** The alert that stands, if one does. */
  defcon() {
    return this.#db
      .selectFrom('defconAlerts')
      .select(['id', 'startTime', 'isDrill'])
      .where('endedAt', 'is', null)
      .orderBy('startTime')
      .execute()
  }

  /**
   * Raises one for whoever is online, and whoever comes later. @returns its id; null where one stands: a unique
   * index decides that, also on two servers
   */
  async raise(
    alert: { readonly raisedBy: number; readonly reason: string; readonly isDrill: boolean },
    online: readonly number[],
  ): Promise<number | null> {
    const raised = await this.#db
      .insertInto('defconAlerts')
      .values({
        ...{ startTime: this.#clock(), endedAt: null, standing: 1 },
        ...{ raisedBy: alert.raisedBy, reason: alert.reason, isDrill: alert.isDrill ? 1 : 0 },
      })
      .onConflict((conflict) => conflict.column('standing').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!raised) return null
    const people = online.map((userID) => ({ alertID: raised.id, userID, wasOnline: 1, seenAt: null }))
    for (let from = 0; from < people.length; from += ROWS_AT_ONCE)
      await this.#db
        .insertInto('defconPeople')
        .values(people.slice(from, from + ROWS_AT_ONCE))
        .execute()
    return raised.id
  }

  /** Gives the id of the one that stood; null where none did. */
  async endDefcon(endedBy: number, endReason: string): Promise<number | null> {
    const ended = await this.#db
      .updateTable('defconAlerts')
      .set({ endedAt: this.#clock(), endedBy, endReason, standing: null })
      .where('endedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return ended?.id ?? null
  }

  /** A window of the person shows these; what isn't for them counts for nothing. */
  async saw(userID: number, broadcasts: readonly number[], alerts: readonly number[]): Promise<void> {
    const at = this.#clock()
    const own = (await this.forPerson(userID)).filter(({ id }) => broadcasts.includes(id))
    if (own.length > 0)
      await this.#db
        .insertInto('broadcastViews')
        .values(own.map(({ id }) => ({ broadcastID: id, userID, seenAt: at })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const standing = (await this.defcon()).filter(({ id }) => alerts.includes(id))
    for (const { id } of standing)
      await this.#db
        .insertInto('defconPeople')
        .values({ alertID: id, userID, wasOnline: 0, seenAt: at })
        .onConflict((conflict) =>
          conflict
            .columns(['alertID', 'userID'])
            .doUpdateSet({ seenAt: at })
            .where('defconPeople.seenAt', 'is', null),
        )
        .execute()
  }

  /** The newest alerts, with whom they reached. */
  async listDefcon(viewer: Viewer) {
    const alerts = await this.#db
      .selectFrom('defconAlerts as d')
      .leftJoin('users as raiser', 'raiser.id', 'd.raisedBy')
      .leftJoin('users as ender', 'ender.id', 'd.endedBy')
      .select(['d.id', 'd.startTime', 'd.endedAt', 'd.reason', 'd.endReason', 'd.isDrill'])
      .select(['raiser.displayName as raisedBy', 'ender.displayName as endedBy'])
      .orderBy('d.id', 'desc')
      .limit(ALERTS_SHOWN)
      .execute()
    const ids = alerts.map(({ id }) => id)
    if (ids.length === 0) return []
    const people = await this.#db
      .selectFrom('defconPeople')
      .where('alertID', 'in', ids)
      .select(['alertID', 'wasOnline', 'seenAt'])
      .execute()
    const missing = await this.#db
      .selectFrom('defconPeople as p')
      .innerJoin('users as u', 'u.id', 'p.userID')
      .where('p.alertID', 'in', ids)
      .where('p.wasOnline', '=', 1)
      .where('p.seenAt', 'is', null)
      .where((eb) => within(viewer, 'ALL')(eb as never))
      .orderBy('u.displayName')
      .orderBy('u.id')
      .select(['p.alertID', 'u.id', 'u.displayName as name'])
      .execute()
    return alerts.map(({ startTime, endedAt, isDrill, ...alert }) => {
      const own = people.filter(({ alertID }) => alertID === alert.id)
      const online = own.filter(({ wasOnline }) => wasOnline === 1).map(({ seenAt }) => seenAt)
      return {
        ...alert,
        isDrill: isDrill === 1,
        startTime: new Date(startTime).toISOString(),
        endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
        online: online.length,
        got: online.filter((at) => at !== null).length,
        later: own.length - online.length,
        reachedAfterMs: timeToReach(startTime, online),
        missing: missing.filter(({ alertID }) => alertID === alert.id).map(({ id, name }) => ({ id, name })),
      }
    })
  }

  /** How many appointments are at risk now (spec 4 §2.1). */
  async atRisk(): Promise<number> {
    return (await appointmentsAtRisk(this.#db, this.#clock())).length
  }

  /** Keeps which number supervisors were told. @returns whether it is another one: of several servers one tells it */
  async keepAtRisk(count: number): Promise<boolean> {
    const value = String(count)
    const kept = await this.#db
      .insertInto('settings')
      .values({ name: AT_RISK, value })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ value }).where('settings.value', '<>', value),
      )
      .returning('name')
      .executeTakeFirst()
    return kept !== undefined
  }
}
