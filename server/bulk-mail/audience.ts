import type { BulkAudience, BulkRecipient } from '#shared/contract/dangerous-email.ts'
import type { BulkFields } from '#shared/domain/bulk-mail.ts'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import type { Database } from '../db/database.ts'
import { type Viewer, within } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'

const PROJECT_MS = 30 * 24 * 60 * 60 * 1000
const ROWS_AT_ONCE = 500

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
    .select(['u.id', 'u.displayName as name', 'u.email as to', 'u.status'])
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
  const unknown = asked.find((one) => !known.has(one))
  if (unknown !== undefined) throw new Refusal(400, 'bulkMail.unknownAddress', { address: unknown })
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
  const people = here.flatMap(({ id, name, to }) => (to === null || to === '' ? [] : [{ id, name, to }]))
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
