import {
  EXPERIMENTALS,
  type ExperimentalKey,
  hasIt,
  shareOf,
  whyExperimental,
} from '#shared/domain/experimentals.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { dayOf } from '../leavers/deactivate.ts'
import { audit, type Change, changesBetween } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import {
  areaPaths,
  EXPERIMENTALS_PAGE,
  experimentalPerson,
  experimentalsOf,
  type KeptExperimental,
  keptExperimentals,
} from './experimentals.ts'

interface ExperimentalServices {
  readonly db: Database
  readonly clock: Clock
  /** Tells every window. */
  readonly tellExperimentals: () => void
}

type Named = { readonly id: number; readonly name: string }

/** Names by id. */
const namesOf = (rows: readonly Named[]) => new Map(rows.map(({ id, name }) => [id, name]))
const named = (ids: readonly number[], names: ReadonlyMap<number, string>): Named[] =>
  ids.flatMap((id) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ id, name }]
  })

/** Admin › Experimentals, and what the caller has (spec 5 §5.8). */
export function experimentalsHandlers({
  db,
  clock,
  tellExperimentals,
}: ExperimentalServices): AreaHandlers<'experimentals'> {
  const rolesOf = (trx: Database) => trx.selectFrom('roles').select(['id', 'name']).orderBy('name').execute()
  const areasOf = (trx: Database) => trx.selectFrom('areas').select(['id', 'name']).orderBy('name').execute()
  const peopleOf = (trx: Database, ids: readonly number[]) =>
    trx
      .selectFrom('users')
      .where('id', 'in', [0, ...ids])
      .select(['id', 'displayName as name'])
      .execute()

  /** How many active people have each. */
  async function counts(kept: readonly KeptExperimental[]) {
    const people = await db
      .selectFrom('users')
      .where('status', '=', 'ACTIVE')
      .where('id', '>', 0)
      .select(['id', 'areaID'])
      .execute()
    const held = await db.selectFrom('userRoles').select(['userID', 'roleID']).execute()
    const roles = new Map<number, number[]>()
    for (const { userID, roleID } of held) roles.set(userID, [...(roles.get(userID) ?? []), roleID])
    const pathOf = await areaPaths(db)
    const today = dayOf(clock())
    const whole = people.map(({ id, areaID }) => ({ id, roles: roles.get(id) ?? [], areas: pathOf(areaID) }))
    const of = (one: KeptExperimental) =>
      whole.filter((person) => hasIt(whyExperimental(one, person, today))).length
    return { people: people.length, has: new Map(kept.map((one) => [one.key, of(one)])) }
  }

  const keptOf = async (trx: Database, key: ExperimentalKey): Promise<KeptExperimental> => {
    const kept = (await keptExperimentals(trx)).find((one) => one.key === key)
    if (!kept) throw new Refusal(404, 'record.gone', { one: 'experimental' })
    return kept
  }

  /** Stores the row if it is as it was seen. @throws Refusal 409 where somebody changed it since */
  async function store(
    trx: Database,
    { key, version }: Pick<KeptExperimental, 'key' | 'version'>,
    values: Pick<KeptExperimental, 'state' | 'percent' | 'endsOn' | 'ownerID'>,
    { userID }: Caller,
  ): Promise<void> {
    const row = { ...values, version: version + 1, changedBy: userID, changedAt: clock() }
    const stored =
      version === 0
        ? await trx
            .insertInto('experimentals')
            .values({ key, ...row })
            .onConflict((conflict) => conflict.doNothing())
            .returning('key')
            .executeTakeFirst()
        : await trx
            .updateTable('experimentals')
            .set(row)
            .where('key', '=', key)
            .where('version', '=', version)
            .returning('key')
            .executeTakeFirst()
    if (stored) return
    const other = await trx
      .selectFrom('experimentals')
      .leftJoin('users', 'users.id', 'experimentals.changedBy')
      .where('key', '=', key)
      .select(['experimentals.changedAt', 'users.displayName'])
      .executeTakeFirst()
    const at = new Date(other?.changedAt ?? clock()).toISOString()
    throw new Refusal(409, 'record.changed', { name: other?.displayName ?? null, at })
  }

  async function told(trx: Database, caller: Caller, key: ExperimentalKey, changes: readonly Change[]) {
    await audit(trx, caller, clock(), {
      action: 'EXPERIMENTAL_CHANGED',
      page: EXPERIMENTALS_PAGE,
      recordType: 'experimental',
      recordID: null,
      label: EXPERIMENTALS[key].name,
      changes,
    })
    await afterCommit(tellExperimentals)
  }

  return {
    listExperimentals: async () => {
      const kept = await keptExperimentals(db)
      const [roles, areas] = [await rolesOf(db), await areasOf(db)]
      const wanted = kept.flatMap(({ people, ownerID, changedBy }) => [
        ...people,
        ...[ownerID, changedBy].filter((id) => id !== null),
      ])
      const [peopleNames, roleNames, areaNames] = [
        namesOf(await peopleOf(db, wanted)),
        namesOf(roles),
        namesOf(areas),
      ]
      const { people, has } = await counts(kept)
      return {
        experimentals: kept.map(({ ownerID, changedBy, changedAt, ...one }) => ({
          ...one,
          ...EXPERIMENTALS[one.key],
          people: named(one.people, peopleNames),
          roles: named(one.roles, roleNames),
          areas: named(one.areas, areaNames),
          owner: ownerID === null ? null : (named([ownerID], peopleNames)[0] ?? null),
          changedBy: changedBy === null ? null : (peopleNames.get(changedBy) ?? null),
          changedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
          has: has.get(one.key) ?? 0,
        })),
        roles,
        areas,
        people,
      }
    },

    saveExperimental: async ({ key, version, ...asked }, { caller }) => {
      if (asked.state !== 'OFF' && asked.endsOn !== null && asked.endsOn < dayOf(clock()))
        throw new Refusal(400, 'experimental.past')
      const people = [...new Set(asked.people)]
      const roles = [...new Set(asked.roles)]
      const areas = [...new Set(asked.areas)]
      return db.transaction().execute(async (trx) => {
        const before = await keptOf(trx, key)
        const { state, percent, endsOn, ownerID } = asked
        const wanted = ownerID === null ? people : [...people, ownerID]
        const [peopleNames, roleNames, areaNames] = [
          namesOf(await peopleOf(trx, [...wanted, ...before.people, before.ownerID ?? 0])),
          namesOf(await rolesOf(trx)),
          namesOf(await areasOf(trx)),
        ]
        if (wanted.some((id) => !peopleNames.has(id)))
          throw new Refusal(400, 'record.gone', { one: 'person' })
        if (roles.some((id) => !roleNames.has(id))) throw new Refusal(400, 'record.gone', { one: 'role' })
        if (areas.some((id) => !areaNames.has(id))) throw new Refusal(400, 'record.gone', { one: 'area' })
        await store(trx, { key, version }, { state, percent, endsOn, ownerID }, caller)
        await trx.deleteFrom('experimentalPeople').where('key', '=', key).execute()
        await trx.deleteFrom('experimentalRoles').where('key', '=', key).execute()
        await trx.deleteFrom('experimentalAreas').where('key', '=', key).execute()
        if (people.length > 0)
          await trx
            .insertInto('experimentalPeople')
            .values(people.map((userID) => ({ key, userID })))
            .execute()
        if (roles.length > 0)
          await trx
            .insertInto('experimentalRoles')
            .values(roles.map((roleID) => ({ key, roleID })))
            .execute()
        if (areas.length > 0)
          await trx
            .insertInto('experimentalAreas')
            .values(areas.map((areaID) => ({ key, areaID })))
            .execute()
        const shown = (
          one: Pick<
            KeptExperimental,
            'people' | 'roles' | 'areas' | 'ownerID' | 'state' | 'percent' | 'endsOn'
          >,
        ) => ({
          state: one.state,
          people: named(one.people, peopleNames).map(({ name }) => name),
          roles: named(one.roles, roleNames).map(({ name }) => name),
          areas: named(one.areas, areaNames).map(({ name }) => name),
          percent: one.percent,
          endsOn: one.endsOn,
          owner: one.ownerID === null ? null : (peopleNames.get(one.ownerID) ?? null),
        })
        const changes = changesBetween<Record<string, unknown>>(
          shown(before),
          shown({ ...asked, people, roles, areas }),
        )
        await told(trx, caller, key, changes)
        return { version: version + 1 }
      })
    },

    endExperimental: async ({ key }, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const before = await keptOf(trx, key)
        if (before.state === 'OFF') return
        const { percent, endsOn, ownerID } = before
        await store(trx, before, { state: 'OFF', percent, endsOn, ownerID }, caller)
        await told(trx, caller, key, [{ field: 'state', before: before.state, after: 'OFF' }])
      })
      return { done: true }
    },

    whyHasExperimental: async ({ key, userID }) => {
      const person = await experimentalPerson(db, userID)
      const [found] = person ? await peopleOf(db, [userID]) : []
      if (!person || !found) throw new Refusal(404, 'record.gone', { one: 'person' })
      const kept = await keptOf(db, key)
      const why = whyExperimental(kept, person, dayOf(clock()))
      const by =
        why === 'ROLE'
          ? named(
              kept.roles.filter((id) => person.roles.includes(id)),
              namesOf(await rolesOf(db)),
            )[0]
          : why === 'AREA'
            ? named(
                kept.areas.filter((id) => person.areas.includes(id)),
                namesOf(await areasOf(db)),
              )[0]
            : undefined
      return {
        displayName: found.name,
        why,
        by: by?.name ?? null,
        share: shareOf(key, userID),
        percent: kept.percent,
      }
    },

    myExperimentals: async (_input, { caller }) => ({
      keys: await experimentalsOf(db, caller.userID, clock()),
    }),
  }
}
