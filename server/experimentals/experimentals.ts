import {
  EXPERIMENTAL_KEYS,
  EXPERIMENTALS,
  type ExperimentalKey,
  type ExperimentalPerson,
  type ExperimentalTargets,
  hasIt,
  isOver,
  whyExperimental,
} from '#shared/domain/experimentals.ts'
import type { Database } from '../db/database.ts'
import { raiseFlag } from '../flags/system-flags.ts'
import { dayOf } from '../leavers/deactivate.ts'
import { audit } from '../records/audit.ts'

export const EXPERIMENTALS_PAGE = 'admin.experimentals'

/** For whom one is, as it is kept; nobody changed it yet where the version is 0. */
export interface KeptExperimental extends ExperimentalTargets {
  readonly key: ExperimentalKey
  readonly ownerID: number | null
  readonly version: number
  readonly changedBy: number | null
  readonly changedAt: number | null
}

const fresh = (key: ExperimentalKey): KeptExperimental => ({
  ...{ key, state: 'OFF', people: [], roles: [], areas: [], percent: 0, endsOn: null },
  ...{ ownerID: null, version: 0, changedBy: null, changedAt: null },
})

/** Every experimental of this version, in its order, as it is kept. */
export async function keptExperimentals(db: Database): Promise<KeptExperimental[]> {
  const rows = await db
    .selectFrom('experimentals')
    .where('key', 'in', EXPERIMENTAL_KEYS)
    .selectAll()
    .execute()
  const people = await db.selectFrom('experimentalPeople').selectAll().orderBy('userID').execute()
  const roles = await db.selectFrom('experimentalRoles').selectAll().orderBy('roleID').execute()
  const areas = await db.selectFrom('experimentalAreas').selectAll().orderBy('areaID').execute()
  return EXPERIMENTAL_KEYS.map((key) => ({
    ...fresh(key),
    ...rows.find((row) => row.key === key),
    key,
    people: people.filter((row) => row.key === key).map(({ userID }) => userID),
    roles: roles.filter((row) => row.key === key).map(({ roleID }) => roleID),
    areas: areas.filter((row) => row.key === key).map(({ areaID }) => areaID),
  }))
}

/** Answers for an area: it, and those that it is in. */
export async function areaPaths(db: Database): Promise<(areaID: number | null) => number[]> {
  const rows = await db.selectFrom('areas').select(['id', 'parentID']).execute()
  const parents = new Map(rows.map(({ id, parentID }) => [id, parentID]))
  return (areaID) => {
    const path: number[] = []
    for (let at = areaID; at !== null && !path.includes(at); at = parents.get(at) ?? null) path.push(at)
    return path
  }
}

/** What decides for a person; null where there is no such person. */
export async function experimentalPerson(db: Database, userID: number): Promise<ExperimentalPerson | null> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', userID)
    .select(['id', 'areaID'])
    .executeTakeFirst()
  if (!person) return null
  const roles = await db.selectFrom('userRoles').where('userID', '=', userID).select('roleID').execute()
  const pathOf = await areaPaths(db)
  return { id: userID, roles: roles.map(({ roleID }) => roleID), areas: pathOf(person.areaID) }
}

/** The keys of what a person has now (spec 5 §5.8). `at` in milliseconds since 1970. */
export async function experimentalsOf(db: Database, userID: number, at: number): Promise<ExperimentalKey[]> {
  const open = (await keptExperimentals(db)).filter(({ state }) => state !== 'OFF')
  if (open.length === 0) return []
  const person = await experimentalPerson(db, userID)
  if (!person) return []
  const today = dayOf(at)
  return open.filter((one) => hasIt(whyExperimental(one, person, today))).map(({ key }) => key)
}

const ACTOR = { userID: null, displayName: 'System checks', kind: 'JOB' } as const

/** Switches off what is past its end date, and raises a flag. Gives how many. */
export async function endExperimentals(db: Database, at: number): Promise<number> {
  const today = dayOf(at)
  const over = (await keptExperimentals(db)).filter((one) => one.state !== 'OFF' && isOver(one, today))
  const ended: string[] = []
  for (const { key, state, endsOn, version } of over) {
    const { name } = EXPERIMENTALS[key]
    await db.transaction().execute(async (trx) => {
      const done = await trx
        .updateTable('experimentals')
        .set({ state: 'OFF', version: version + 1, changedBy: null, changedAt: at })
        .where('key', '=', key)
        .where('version', '=', version)
        .returning('key')
        .executeTakeFirst()
      // Another server, or somebody, was faster.
      if (!done) return
      await audit(trx, ACTOR, at, {
        action: 'EXPERIMENTAL_ENDED',
        page: EXPERIMENTALS_PAGE,
        recordType: 'experimental',
        recordID: null,
        label: name,
        changes: [{ field: 'state', before: state, after: 'OFF' }],
      })
      ended.push(`${name} (${endsOn})`)
      await raiseFlag(trx, 'EXPERIMENTAL_ENDED', at, `Past its end date and off: ${ended.join(', ')}.`)
    })
  }
  return ended.length
}
