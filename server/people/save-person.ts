import { londonField } from '#shared/domain/london-time.ts'
import { monthsAfter } from '#shared/domain/months.ts'
import type { SignInMethod } from '#shared/domain/person.ts'
import { personRecord } from '#shared/records/admin/person.ts'
import type { PersonValues, UserType } from '#shared/records/admin/person-values.ts'
import type { EndedSignIn, Sessions } from '../auth/sessions.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { Database } from '../db/database.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { type Actor, audit, type Change } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { type Settled, settlePermissions } from '../roles/settle.ts'
import type { Directory } from './directory.ts'
import { type PersonBefore, sameIDs } from './person-rules.ts'
import { type Move, moveBetweenRooms, type RoomChanges, together } from './shared-rooms.ts'

/** Who saves, when, and what ends sessions. */
export interface Saving {
  readonly actor: Actor
  /** In milliseconds since 1970. */
  readonly at: number
  /** Why, for the audit; '' for nothing. */
  readonly reason?: string
  /** From which page; Admin › Active users where it isn't given. */
  readonly page?: string
  readonly sessions: Pick<Sessions, 'endAll'>
  readonly signIns: Pick<SignIns, 'forget'>
}

/** Somebody as they are kept, with what a change has to name. */
export interface KeptPerson extends PersonBefore {
  readonly version: number
  readonly jobTitle: string
}

/** Somebody new, and how they get in. */
export interface NewPerson {
  readonly values: PersonValues
  /** '' for nobody's password: an invitation sets one, or they come by single sign-on. */
  readonly passwordHash: string
  /** Until when a temporary password is good, in ms since 1970; null where they have none. */
  readonly temporaryUntil: number | null
  readonly signInMethod: SignInMethod
}

/** What others are told once it is committed. */
export interface Aftermath extends RoomChanges {
  readonly settled: readonly Settled[]
  readonly ended: readonly EndedSignIn[]
  readonly notified: readonly KeptNotification[]
  readonly userIDs: readonly number[]
}

const { page, name: recordType } = personRecord
/** Rows that one statement writes. */
const AT_ONCE = 100
/** Of more changes in somebody's team at once, they are told the number. */
const TOLD_ONE_BY_ONE = 3

/** The same as it is kept: no empty address or number, and nothing twice. */
export function cleanPerson(values: PersonValues): PersonValues {
  return {
    ...values,
    email: values.email || null,
    payrollNumber: values.payrollNumber || null,
    roleIDs: [...new Set(values.roleIDs)],
    skillIDs: [...new Set(values.skillIDs)],
    limitedToAreas: [...new Set(values.limitedToAreas)],
    languages: [...new Set(values.languages.filter((language) => language !== ''))],
  }
}

/** What everybody is told of, in the words of the audit. */
function worded(values: PersonValues, directory: Directory): Readonly<Record<string, unknown>> {
  const { roleIDs, areaID, managerID, agencyID, contractTypeID, skillIDs, limitedToAreas, ...rest } = values
  const names = (ids: readonly number[], of: { nameOf(id: number): string | null }) =>
    ids
      .map((id) => of.nameOf(id) ?? String(id))
      .sort()
      .join(', ')
  return {
    ...rest,
    languages: values.languages.join(', '),
    roles: names(roleIDs, directory.roles),
    area: directory.areas.nameOf(areaID),
    manager: managerID === null ? null : (directory.person(managerID)?.displayName ?? null),
    agency: directory.agencies.nameOf(agencyID),
    contractType: directory.contractTypes.nameOf(contractTypeID),
    skills: names(skillIDs, directory.skills),
    limitedToAreas: names(limitedToAreas, directory.areas),
  }
}

/** What differs between two states, in words; what is empty in both isn't told. */
export function personChanges(
  before: PersonValues | null,
  after: PersonValues,
  directory: Directory,
): Change[] {
  const had = before ? worded(before, directory) : {}
  return Object.entries(worded(after, directory)).flatMap(([field, value]) => {
    const was = had[field] ?? null
    const is = value === '' || value === undefined ? null : value
    return (was === '' ? null : was) === is || (!before && is === false)
      ? []
      : [{ field, before: was, after: is }]
  })
}

const rowOf = (values: PersonValues) => {
  const { roleIDs: _roles, skillIDs: _skills, languages, limitedToAreas, isOptedOut48, ...rest } = values
  return {
    ...rest,
    languages: JSON.stringify(languages),
    limitedToAreas: JSON.stringify(limitedToAreas),
    isOptedOut48: isOptedOut48 ? 1 : 0,
  }
}

const parts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, part) =>
    all.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  )

/** The people of these ids as they are kept; who isn't there is missing. */
export async function readKept(db: Database, ids: readonly number[]): Promise<Map<number, KeptPerson>> {
  const found = new Map<number, KeptPerson>()
  for (const part of parts(ids)) {
    const rows = await db.selectFrom('users').where('id', 'in', part).selectAll().execute()
    const roles = Map.groupBy(
      await db
        .selectFrom('userRoles')
        .where('userID', 'in', part)
        .select(['userID', 'roleID', 'source'])
        .orderBy('roleID')
        .execute(),
      ({ userID }) => userID,
    )
    const skills = Map.groupBy(
      await db
        .selectFrom('personSkills')
        .where('userID', 'in', part)
        .select(['userID', 'skillID'])
        .orderBy('skillID')
        .execute(),
      ({ userID }) => userID,
    )
    for (const row of rows) {
      const theirs = roles.get(row.id) ?? []
      const ofSource = (source: string) =>
        theirs.filter((one) => one.source === source).map(({ roleID }) => roleID)
      const { userName, displayName, legalName, knownAs, email, mobile, areaID, managerID, agencyID } = row
      const { contractTypeID, weeklyHours, workLocation, coreHours, availability, payrollNumber } = row
      found.set(row.id, {
        ...{ id: row.id, version: row.version, leaveDate: row.leaveDate, jobTitle: row.role },
        directoryRoleIDs: ofSource('DIRECTORY'),
        values: {
          ...{ userName, displayName, legalName, knownAs, email, mobile, areaID, managerID, agencyID },
          ...{ contractTypeID, weeklyHours, workLocation, coreHours, availability, payrollNumber },
          userType: row.userType as UserType,
          roleIDs: ofSource('HAND'),
          skillIDs: (skills.get(row.id) ?? []).map(({ skillID }) => skillID),
          languages: JSON.parse(row.languages) as string[],
          limitedToAreas: JSON.parse(row.limitedToAreas) as number[],
          isOptedOut48: row.isOptedOut48 === 1,
          startDate: row.startDate,
        },
      })
    }
  }
  return found
}

async function giveSkills(
  trx: Database,
  directory: Directory,
  { actor, at }: Saving,
  given: readonly { readonly userID: number; readonly skillIDs: readonly number[] }[],
): Promise<void> {
  const since = londonField(at).slice(0, 10)
  const rows = given.flatMap(({ userID, skillIDs }) =>
    skillIDs.map((skillID) => {
      const months = directory.skills.get(skillID)?.expiresAfterMonths ?? null
      const expires = months === null ? null : monthsAfter(since, months)
      return { userID, skillID, level: 'GOOD' as const, since, expires, evidence: '', givenBy: actor.userID }
    }),
  )
  for (const part of parts(rows))
    await trx
      .insertInto('personSkills')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function giveRoles(
  trx: Database,
  { actor, at }: Saving,
  given: readonly { readonly userID: number; readonly roleIDs: readonly number[] }[],
): Promise<void> {
  const stamp = { source: 'HAND' as const, since: at, givenBy: actor.userID }
  const rows = given.flatMap(({ userID, roleIDs }) => roleIDs.map((roleID) => ({ userID, roleID, ...stamp })))
  for (const part of parts(rows))
    await trx
      .insertInto('userRoles')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/**
 * Adds people whose values keep the rules (`personFaults`), in one transaction with who decides about access
 * (`keepingGrantor`). Their checklists begin with their user type, and the directory knows them from now on.
 * Gives their ids, in the same order.
 */
export async function addPeople(
  trx: Database,
  saving: Saving,
  directory: Directory,
  people: readonly NewPerson[],
): Promise<{ readonly ids: readonly number[]; readonly aftermath: Aftermath }> {
  const { actor, at, reason = '' } = saving
  const idOf = new Map<string, number>()
  for (const part of parts(people)) {
    const rows = await trx
      .insertInto('users')
      .values(
        part.map(({ values, passwordHash, temporaryUntil, signInMethod }) => ({
          ...rowOf(values),
          // What they are called at work; their roles say what they may do.
          role: directory.roles.nameOf(values.roleIDs[0] ?? null) ?? '',
          passwordHash,
          temporaryUntil,
          mustChangePassword: temporaryUntil === null ? 0 : 1,
          signInMethod,
          isActive: 1,
          status: 'ACTIVE' as const,
          createdAt: at,
          changedAt: at,
          changedBy: actor.userID,
        })),
      )
      .returning(['id', 'userName'])
      .execute()
    for (const { id, userName } of rows) idOf.set(userName, id)
  }
  const made = people.map(({ values }) => ({ id: idOf.get(values.userName) ?? 0, values }))
  for (const { id, values } of made) directory.put({ ...values, id, status: 'ACTIVE' })
  await giveRoles(
    trx,
    saving,
    made.map(({ id, values }) => ({ userID: id, roleIDs: values.roleIDs })),
  )
  await giveSkills(
    trx,
    directory,
    saving,
    made.map(({ id, values }) => ({ userID: id, skillIDs: values.skillIDs })),
  )
  const ids = made.map(({ id }) => id)
  const settled = await settlePermissions(trx, ids, at)
  const rooms = await moveRooms(
    trx,
    at,
    made.map((one) => ({ ...one, before: null })),
  )
  for (const { id, values } of made)
    await audit(trx, actor, at, {
      ...{ action: 'PERSON_CREATED', page, recordType, recordID: id, label: values.displayName, reason },
      changes: personChanges(null, values, directory),
    })
  return { ids, aftermath: { settled, ended: [], notified: [], userIDs: ids, ...rooms } }
}

interface RoomMove {
  readonly id: number
  /** Null where they are new. */
  readonly before: PersonValues | null
  readonly values: PersonValues
}

/** Takes people into the rooms of their area and their agency, and out of those before. */
async function moveRooms(trx: Database, at: number, people: readonly RoomMove[]): Promise<RoomChanges> {
  const moves = (of: 'areaID' | 'agencyID'): Move[] =>
    people
      .map(({ id, before, values }) => ({ userID: id, from: before?.[of] ?? null, to: values[of] }))
      .filter(({ from, to }) => from !== to)
  const areas = await moveBetweenRooms(trx, at, 'areas', moves('areaID'))
  return together(areas, await moveBetweenRooms(trx, at, 'agencies', moves('agencyID')))
}

/** What becomes of somebody who is there. */
export interface PersonChange {
  readonly before: KeptPerson
  readonly values: PersonValues
}

/** Somebody came into a team, left one, or is in another area. */
interface TeamNews {
  readonly managerID: number
  readonly kind: 'CAME' | 'LEFT' | 'MOVED'
  readonly name: string
  readonly area: string
  readonly userID: number
}

const TEAM_WORDS = {
  CAME: { one: (name: string) => `${name} now reports to you`, many: 'people now report to you' },
  LEFT: { one: (name: string) => `${name} no longer reports to you`, many: 'people no longer report to you' },
  MOVED: {
    one: (name: string, area: string) => `${name} moved to ${area}`,
    many: 'people of your team moved to another area',
  },
} as const

/** Both managers are told of a change of manager or area (spec 5 §3.2); of many at once the number. */
function newsFor(changes: readonly PersonChange[], directory: Directory): NewNotification[] {
  const news = changes.flatMap(({ before, values }): TeamNews[] => {
    const had = before.values
    const about = {
      name: values.displayName,
      area: directory.areas.nameOf(values.areaID) ?? '',
      userID: before.id,
    }
    if (had.managerID !== values.managerID)
      return [
        ...(values.managerID === null
          ? []
          : [{ ...about, managerID: values.managerID, kind: 'CAME' as const }]),
        ...(had.managerID === null ? [] : [{ ...about, managerID: had.managerID, kind: 'LEFT' as const }]),
      ]
    const { managerID, areaID } = values
    return had.areaID === areaID || managerID === null || areaID === null
      ? []
      : [{ ...about, managerID, kind: 'MOVED' }]
  })
  return [...Map.groupBy(news, ({ managerID, kind }) => `${managerID} ${kind}`).values()].flatMap((those) => {
    const [first] = those
    if (!first) return []
    const words = TEAM_WORDS[first.kind]
    const told = { userID: first.managerID, type: 'NEW_UPDATE', source: 'PERSON' } as const
    if (those.length > TOLD_ONE_BY_ONE) return [{ ...told, subject: `${those.length} ${words.many}` }]
    return those.map(({ name, area, userID }) => ({
      ...told,
      sourceID: userID,
      subject: words.one(name, area),
    }))
  })
}

/**
 * Changes people to values that keep the rules (`personFaults`), each as it was seen (`before.version`), in one
 * transaction with who decides about access (`keepingGrantor`). A new user name ends the person's sessions, another
 * area moves them into its room, and managers are told.
 *
 * @throws Refusal 409 where somebody changed one of them since
 */
export async function changePeople(
  trx: Database,
  saving: Saving,
  directory: Directory,
  people: readonly PersonChange[],
): Promise<Aftermath> {
  const { actor, at, reason = '' } = saving
  const ended: EndedSignIn[] = []
  for (const { before, values } of people) {
    const { id, version } = before
    const row = { ...rowOf(values), role: jobTitleAfter(before, values, directory) }
    await changeSeen(trx, 'users', 'person', { id, version }, row, { caller: actor, at })
    const status = directory.person(id)?.status ?? 'ACTIVE'
    await audit(trx, actor, at, {
      ...{ action: 'PERSON_CHANGED', page: saving.page ?? page, recordType },
      ...{ recordID: id, label: values.displayName, reason },
      changes: personChanges(before.values, values, directory),
    })
    directory.put({ ...values, id, status })
    if (before.values.userName === values.userName) continue
    await signInsEnd(id)
  }
  const roles = people.filter(({ before, values }) => !sameIDs(before.values.roleIDs, values.roleIDs))
  for (const { before, values } of roles)
    await trx
      .deleteFrom('userRoles')
      .where('userID', '=', before.id)
      .where('source', '=', 'HAND')
      .where('roleID', 'not in', [0, ...values.roleIDs])
      .execute()
  await giveRoles(
    trx,
    saving,
    roles.map(({ before, values }) => ({ userID: before.id, roleIDs: values.roleIDs })),
  )
  const skills = people.filter(({ before, values }) => !sameIDs(before.values.skillIDs, values.skillIDs))
  for (const { before, values } of skills)
    await trx
      .deleteFrom('personSkills')
      .where('userID', '=', before.id)
      .where('skillID', 'not in', [0, ...values.skillIDs])
      .execute()
  await giveSkills(
    trx,
    directory,
    saving,
    skills.map(({ before, values }) => ({ userID: before.id, skillIDs: values.skillIDs })),
  )
  const settled = await settlePermissions(
    trx,
    roles.map(({ before }) => before.id),
    at,
  )
  const rooms = await moveRooms(
    trx,
    at,
    people.map(({ before, values }) => ({ id: before.id, before: before.values, values })),
  )
  const notified = await keepNotifications(trx, at, newsFor(people, directory))
  return { settled, ended, notified, userIDs: people.map(({ before }) => before.id), ...rooms }

  async function signInsEnd(userID: number): Promise<void> {
    await saving.signIns.forget(userID, trx)
    ended.push(...(await saving.sessions.endAll({ userID }, trx)))
  }
}

/** What somebody is called at work follows their roles where it came from them. */
function jobTitleAfter(before: KeptPerson, values: PersonValues, directory: Directory): string {
  const had = before.values.roleIDs.map((id) => directory.roles.nameOf(id))
  const now = directory.roles.nameOf(values.roleIDs[0] ?? null)
  return now !== null &&
    had.includes(before.jobTitle) &&
    !values.roleIDs.some((id) => directory.roles.nameOf(id) === before.jobTitle)
    ? now
    : before.jobTitle
}
