import type { BulkAudience, BulkRecipient } from '#shared/contract/dangerous-email.ts'
import { BULK_FILTERS, type BulkFields, type BulkFilter } from '#shared/domain/bulk-mail.ts'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { STATUS_WORDS } from '#shared/domain/person.ts'
import { USER_TYPES } from '#shared/domain/user-types.ts'
import type { Database } from '../db/database.ts'
import { isUnreached } from '../mail/unreached.ts'
import { type Viewer, within } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'

const PROJECT_MS = 30 * 24 * 60 * 60 * 1000
const ROWS_AT_ONCE = 500

/** An audience as it is kept; before leaving out was kept with it, there are no ids. */
export type KeptAudience = BulkAudience & { readonly leaveOutIDs?: readonly number[] }

export interface Chosen {
  readonly people: readonly BulkRecipient[]
  readonly withoutAddress: number
  readonly leavers: number
}

/** People whom the caller sees, whatever their status. */
const seen = (db: Database, viewer: Viewer) =>
  db
    .selectFrom('users as u')
    .where('u.id', '<>', SYSTEM_USER_ID)
    .where('u.erasedAt', 'is', null)
    .where((eb) => within(viewer, 'ALL')(eb as never))
    .select(['u.id', 'u.displayName as name', 'u.email as to', 'u.status', 'u.unreachedEmail'])
    .orderBy('u.displayName')
    .orderBy('u.id')

type Asked = Extract<BulkAudience, { kind: 'FILTERS' }>

async function byFilters(db: Database, viewer: Viewer, asked: Asked, now: number) {
  let rows = seen(db, viewer)
  if (asked.userTypes.length > 0) rows = rows.where('u.userType', 'in', asked.userTypes)
  if (asked.areaIDs.length > 0) rows = rows.where('u.areaID', 'in', asked.areaIDs)
  if (asked.agencyIDs.length > 0) rows = rows.where('u.agencyID', 'in', asked.agencyIDs)
  if (asked.contractTypeIDs.length > 0) rows = rows.where('u.contractTypeID', 'in', asked.contractTypeIDs)
  if (asked.statuses.length > 0) rows = rows.where('u.status', 'in', asked.statuses)
  if (asked.roleIDs.length > 0)
    rows = rows.where('u.id', 'in', (eb) =>
      eb.selectFrom('userRoles').where('roleID', 'in', asked.roleIDs).select('userID'),
    )
  if (asked.skillIDs.length > 0)
    rows = rows.where('u.id', 'in', (eb) =>
      eb.selectFrom('personSkills').where('skillID', 'in', asked.skillIDs).select('userID'),
    )
  if (asked.projectIDs.length > 0)
    rows = rows.where('u.id', 'in', (eb) =>
      eb
        .selectFrom('shifts')
        .where('projectID', 'in', asked.projectIDs)
        .where('end', '>', now - PROJECT_MS)
        .select('userID'),
    )
  return rows.execute()
}

/** @throws Refusal 400 for an address that nobody has */
async function byAddresses(db: Database, viewer: Viewer, addresses: readonly string[]) {
  const asked = [...new Set(addresses.map((one) => one.toLowerCase()))]
  const rows = []
  for (let from = 0; from < asked.length; from += ROWS_AT_ONCE)
    rows.push(
      ...(await seen(db, viewer)
        .where((eb) => eb(eb.fn('lower', ['u.email']), 'in', asked.slice(from, from + ROWS_AT_ONCE)))
        .execute()),
    )
  const known = new Set(rows.map(({ to }) => to?.toLowerCase()))
  const unknown = asked.filter((one) => !known.has(one))
  if (unknown.length > 0)
    throw new Refusal(400, 'bulkMail.unknownAddress', {
      addresses: unknown.join(', '),
      count: unknown.length,
    })
  return rows
}

/**
 * Who gets a letter: without leavers and those without an address, who are counted. `now` in milliseconds since
 * 1970. @throws Refusal 400 for an address that nobody has
 */
export async function recipientsOf(
  db: Database,
  viewer: Viewer,
  { audience, leaveOutIDs }: { readonly audience: BulkAudience; readonly leaveOutIDs: readonly number[] },
  now: number,
): Promise<Chosen> {
  const rows =
    audience.kind === 'FILTERS'
      ? await byFilters(db, viewer, audience, now)
      : await byAddresses(db, viewer, audience.addresses)
  const leftOut = new Set(leaveOutIDs)
  const wanted = rows.filter(({ id }) => !leftOut.has(id))
  const here = wanted.filter(({ status }) => status !== 'LEAVER')
  const people = here.flatMap(({ id, name, to, unreachedEmail }) =>
    to === null || to === '' ? [] : [{ id, name, to, isUnreached: isUnreached(to, unreachedEmail) }],
  )
  return {
    people,
    withoutAddress: here.length - people.length,
    leavers: wanted.length - here.length,
  }
}

/** What a letter can say of somebody. */
export async function fieldsOf(db: Database, userID: number): Promise<BulkFields & { to: string | null }> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('areas', 'areas.id', 'u.areaID')
    .leftJoin('users as m', 'm.id', 'u.managerID')
    .where('u.id', '=', userID)
    .select(['u.displayName', 'u.knownAs', 'areas.name as area', 'm.displayName as manager'])
    .select(['u.email', 'u.status'])
    .executeTakeFirstOrThrow()
  return {
    displayName: row.displayName,
    knownAs: row.knownAs || row.displayName,
    area: row.area ?? '',
    manager: row.manager ?? '',
    // Whoever has left since gets nothing.
    to: row.status === 'LEAVER' ? null : row.email,
  }
}

const TABLES = {
  roleIDs: 'roles',
  areaIDs: 'areas',
  agencyIDs: 'agencies',
  contractTypeIDs: 'contractTypes',
  projectIDs: 'projects',
  skillIDs: 'skills',
} as const
type NamedFilter = keyof typeof TABLES

/** What an audience can be filtered by, by name. */
export const namedIn = (db: Database, table: (typeof TABLES)[NamedFilter]) =>
  db.selectFrom(table).select(['id', 'name']).orderBy('name').execute()

const isNamed = (filter: BulkFilter): filter is NamedFilter => filter in TABLES

/** A kept audience as whoever approves reads it: by names. @param kept as `BulkMails` keeps it, in JSON */
export async function audienceWords(db: Database, kept: string) {
  const audience = JSON.parse(kept) as KeptAudience
  const leftOut = audience.leaveOutIDs?.length ?? 0
  if (audience.kind === 'ADDRESSES') return { filters: [], addresses: audience.addresses.length, leftOut }
  const filters = []
  for (const filter of BULK_FILTERS) {
    const values = audience[filter]
    if (values.length === 0) continue
    if (!isNamed(filter)) {
      const words: Readonly<Record<string, string>> = filter === 'statuses' ? STATUS_WORDS : USER_TYPES
      filters.push({ filter, names: values.map((value) => words[value] ?? String(value)) })
      continue
    }
    const wanted = new Set(values.map(Number))
    const rows = (await namedIn(db, TABLES[filter])).filter(({ id }) => wanted.has(id))
    filters.push({ filter, names: rows.map(({ name }) => name) })
  }
  return { filters, addresses: null, leftOut }
}
