import type { ApiKeyInfo } from '#shared/contract/api-keys.ts'
import { API_KEY_MARK, type ApiKeyState } from '#shared/domain/api-keys.ts'
import { allows, type PermissionRule } from '#shared/domain/permission-rule.ts'
import { PERMISSIONS, type PermissionName, permissionsOf } from '#shared/domain/permissions.ts'
import { isWithin } from '../address.ts'
import { hashLinkToken, newLinkToken } from '../auth/link-tokens.ts'
import { findPerson } from '../auth/people.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { outsideUnits } from '../db/unit-of-work.ts'
import type { Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'

/** Uses within that time count as one, so that not every call writes. */
const USE_NOTED_MS = 60_000
const FORM = new RegExp(`^${API_KEY_MARK}[\\w-]{43}$`)

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const listOf = <T>(json: string): T[] => JSON.parse(json) as T[]

/** Where a request may name a key: `X-API-Key`, or the bearer token (spec 5 §5.3). */
export interface KeyHeaders {
  readonly authorization?: string | undefined
  readonly apiKey?: string | undefined
}

/** The key that a request names; null where it names none. */
export function keyIn({ authorization, apiKey }: KeyHeaders): string | null {
  if (apiKey !== undefined) return apiKey
  const token = authorization?.match(/^Bearer +(\S+)$/i)?.[1]
  return token?.startsWith(API_KEY_MARK) ? token : null
}

/**
 * Ends a person's keys for good, in the transaction in which they leave (spec 5 §3.4). Gives how many.
 * @param at in milliseconds since 1970
 */
export async function endKeysOf(db: Database, userID: number, at: number): Promise<number> {
  const ended = await db
    .updateTable('apiKeys')
    .set({ revokedAt: at })
    .where('ownerID', '=', userID)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute()
  return ended.length
}

/** A new key, and what is kept of it. */
export function makeKey(): { readonly key: string; readonly hash: string } {
  const key = API_KEY_MARK + newLinkToken()
  return { key, hash: hashLinkToken(key) }
}

const described = (db: Database) =>
  db
    .selectFrom('apiKeys as key')
    .innerJoin('users as owner', 'owner.id', 'key.ownerID')
    .select(['key.id', 'key.name', 'key.ownerID', 'key.scope', 'key.permissions', 'key.addresses'])
    .select(['key.createdAt', 'key.createdBy', 'key.expiresAt', 'key.lastUsedAt', 'key.lastUsedFrom'])
    .select(['key.revokedAt', 'owner.displayName as ownerName', 'owner.isActive', 'owner.lockedAt'])

type Described = Awaited<ReturnType<ReturnType<typeof described>['execute']>>[number]

/** Keys by which programs call for their owners. */
export class ApiKeys {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /**
   * For whom a key calls: its owner, with the permissions that both the key and the owner have now. Null where the
   * request names no key, or it isn't good any more.
   * @throws Refusal 403 where it comes from elsewhere than it may
   */
  async callerOf(headers: KeyHeaders, address: string, scope: 'SCIM' | null): Promise<Caller | null> {
    const key = keyIn(headers)
    if (key === null || !FORM.test(key)) return null
    const now = this.#clock()
    const row = await this.#db
      .selectFrom('apiKeys as key')
      .innerJoin('users as owner', 'owner.id', 'key.ownerID')
      .where('key.hash', '=', hashLinkToken(key))
      .where('key.revokedAt', 'is', null)
      .where('key.expiresAt', '>', now)
      .where('owner.lockedAt', 'is', null)
      .select(['key.id', 'key.name', 'key.ownerID', 'key.scope', 'key.permissions'])
      .select(['key.addresses', 'key.lastUsedAt', 'key.expiresAt'])
      .executeTakeFirst()
    const person = row && (await findPerson(this.#db, row.ownerID, now))
    if (!row || !person) return null
    const addresses = listOf<string>(row.addresses)
    if (addresses.length > 0 && !isWithin(address, addresses)) throw new Refusal(403, 'apiKey.address')
    if (row.scope !== scope) throw new Refusal(403, 'apiKey.scope')
    if (now - (row.lastUsedAt ?? 0) >= USE_NOTED_MS)
      await outsideUnits(() =>
        this.#db
          .updateTable('apiKeys')
          .set({ lastUsedAt: now, lastUsedFrom: address })
          .where('id', '=', row.id)
          .execute(),
      )
    const { userID, userName, displayName, manager, role, userType } = person
    const held =
      scope === 'SCIM'
        ? person.permissions
        : permissionsOf(
            listOf<PermissionName>(row.permissions)
              .filter((name) => person.permissions.can(name))
              .map((name) => PERMISSIONS[name]),
          )
    const claims = {
      ...{ userId: userID, interviewerNameId: displayName, name: displayName, userName, manager, role },
      ...{ userType, allowedPermissions: '', tokenType: 'OTHER' as const },
      exp: Math.floor(row.expiresAt / 1000),
    }
    return {
      ...{ sessionID: `key ${row.id}`, userID, userName, displayName, permissions: held, claims },
      kind: 'API_KEY',
      actorName: `${row.name} (${displayName})`,
    }
  }

  /**
   * Whether a key may make a call: only one that names what it needs, and that both the key and its owner have.
   * What everybody may do is for people: their own conversations, secrets and sign-ins.
   */
  mayCall({ permissions }: Caller, rule: PermissionRule | null): boolean {
    return rule !== null && allows(permissions, rule)
  }

  async list(): Promise<ApiKeyInfo[]> {
    const rows = await described(this.#db).orderBy('key.id', 'desc').execute()
    return rows.map((row) => this.#info(row))
  }

  /** @throws Refusal 404 where there is none */
  async info(id: number, db: Database = this.#db): Promise<ApiKeyInfo> {
    const row = await described(db).where('key.id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: 'API key' })
    return this.#info(row)
  }

  #info({ isActive, lockedAt, ...row }: Described): ApiKeyInfo {
    const isOwnerThere = isActive === 1 && lockedAt === null
    const now = this.#clock()
    const state: ApiKeyState =
      row.revokedAt !== null
        ? 'REVOKED'
        : row.expiresAt <= now
          ? 'EXPIRED'
          : isOwnerThere
            ? 'ACTIVE'
            : 'OWNER_INACTIVE'
    return {
      ...row,
      state,
      permissions: listOf(row.permissions),
      addresses: listOf(row.addresses),
      createdAt: new Date(row.createdAt).toISOString(),
      expiresAt: new Date(row.expiresAt).toISOString(),
      lastUsedAt: iso(row.lastUsedAt),
      revokedAt: iso(row.revokedAt),
    }
  }
}
