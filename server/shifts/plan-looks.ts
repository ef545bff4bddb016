import { permissionsOf } from '#shared/domain/permissions.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { PlanLooker, PlanSelection } from '#shared/hubs/plan-looks.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import { type HubClients, type HubConnection, HubRefusal } from '../hubs/types.ts'
import { plannablePeople } from './plannable.ts'

type Connection = Pick<HubConnection<typeof mainHub>, 'id' | 'identity'>

/**
 * Who has the planner open and what they chose in it (spec 4 §4.5.5), by windows, on whichever server. A window that goes,
 * also with its server, is out of it.
 */
export class PlanLooks {
  readonly #db: Database
  readonly #clock: Clock
  readonly #clients: Pick<HubClients<typeof mainHub>, 'toUser'>

  constructor(db: Database, clock: Clock, clients: Pick<HubClients<typeof mainHub>, 'toUser'>) {
    this.#db = db
    this.#clock = clock
    this.#clients = clients
  }

  /** @throws HubRefusal for who may not see the planner, or not plan whose day is chosen */
  async look({ id, identity }: Connection, selection: PlanSelection | null): Promise<void> {
    if (!identity?.permissions.can('IRESOURCE_CAN_SEE_PLANNER')) throw new HubRefusal('accessDenied')
    if (selection !== null) {
      const people = await plannablePeople(this.#db, identity)
      const found = await people.where('u.id', '=', selection.userID).select('u.id').executeTakeFirst()
      if (!found) throw new HubRefusal('record.gone', { one: 'person' })
    }
    const chosen = {
      chosenUserID: selection?.userID ?? null,
      ...{ day: selection?.day ?? null, shiftID: selection?.shiftID ?? null },
    }
    await withinUnit(async () => {
      await this.#db
        .insertInto('plannerLooks')
        .values({ connectionID: id, userID: identity.userID, since: this.#clock(), ...chosen })
        .onConflict((conflict) => conflict.column('connectionID').doUpdateSet(chosen))
        .execute()
      await this.#tell()
    })
  }

  /** Nothing happens for a window that hasn't the planner open. */
  async leave(connectionID: string): Promise<void> {
    await withinUnit(async () => {
      const gone = await this.#db
        .deleteFrom('plannerLooks')
        .where('connectionID', '=', connectionID)
        .returning('userID')
        .executeTakeFirst()
      if (gone) await this.#tell()
    })
  }

  /** In the unit that changed it, so that of two servers' news the later is told last. */
  async #tell(): Promise<void> {
    const looks = await this.#db
      .selectFrom('plannerLooks as l')
      .innerJoin('users as u', 'u.id', 'l.userID')
      .orderBy('l.since')
      .orderBy('l.connectionID')
      .select(['l.userID', 'u.displayName as userName', 'l.chosenUserID', 'l.day', 'l.shiftID'])
      .execute()
    const lookers = looks.map(({ userID, userName, chosenUserID, day, shiftID }): PlanLooker => {
      const selection = chosenUserID === null || day === null ? null : { userID: chosenUserID, day, shiftID }
      return { userID, userName, selection }
    })
    for (const reader of new Set(looks.map(({ userID }) => userID))) {
      const others = lookers.filter(({ userID }) => userID !== reader)
      const may = await this.#plannableBy(
        reader,
        others.flatMap(({ selection }) => (selection ? [selection.userID] : [])),
      )
      const told = others.map((one) => ({
        ...one,
        selection: one.selection !== null && may.has(one.selection.userID) ? one.selection : null,
      }))
      this.#clients.toUser(reader, 'planLookers', [told])
    }
  }

  /** Which of these people that planner may plan. */
  async #plannableBy(userID: number, people: readonly number[]): Promise<ReadonlySet<number>> {
    if (people.length === 0) return new Set()
    const held = await this.#db
      .selectFrom('userPermissions')
      .where('userID', '=', userID)
      .select('permission')
      .execute()
    const permissions = permissionsOf(held.map(({ permission }) => permission))
    const rows = await (await plannablePeople(this.#db, { userID, permissions }))
      .where('u.id', 'in', [...new Set(people)])
      .select('u.id')
      .execute()
    return new Set(rows.map(({ id }) => id))
  }
}
