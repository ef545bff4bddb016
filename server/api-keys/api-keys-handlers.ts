import { API_KEY_DAYS_MAX } from '#shared/domain/api-keys.ts'
import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import { findPerson } from '../auth/people.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { audit, changesBetween } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { requireNoWayUp } from '../roles/grantors.ts'
import { type ApiKeys, makeKey } from './api-keys.ts'

const DAY_MS = 86_400_000
/** What provisioning people needs, of the key's owner and of who makes it. */
const SCIM_NEEDS = ['ADMIN_CAN_EDIT_USERS'] as const

interface ApiKeyServices {
  readonly db: Database
  readonly clock: Clock
  readonly apiKeys: ApiKeys
}

const entry = { page: 'admin.configuration.connection-adaptors', recordType: 'apiKey' } as const

/** API keys, for who keeps adaptors (spec 5 §5.3). */
export function apiKeysHandlers({ db, clock, apiKeys }: ApiKeyServices): AreaHandlers<'apiKeys'> {
  return {
    listApiKeys: async () => ({ apiKeys: await apiKeys.list() }),

    newApiKey: async (request, { caller }) => {
      const { name, ownerID, scope, permissions, addresses } = request
      // A key that makes keys would outlive its own end.
      if (caller.kind === 'API_KEY') throw new Refusal(403, 'apiKey.byKey')
      const now = clock()
      const expiresAt = Date.parse(request.expiresAt)
      if (expiresAt <= now) throw new Refusal(400, 'apiKey.expired')
      if (expiresAt > now + API_KEY_DAYS_MAX * DAY_MS)
        throw new Refusal(400, 'apiKey.tooLong', { days: API_KEY_DAYS_MAX })
      const owner = await findPerson(db, ownerID, now)
      if (!owner) throw new Refusal(404, 'record.gone', { one: 'person' })
      const needed = scope === 'SCIM' ? SCIM_NEEDS : permissions
      if (scope === null && permissions.length === 0) throw new Refusal(400, 'apiKey.nothing')
      if (scope === 'SCIM' && permissions.length > 0) throw new Refusal(400, 'apiKey.scimOnly')
      const lacking = needed.find((one) => !owner.permissions.can(one))
      if (lacking !== undefined)
        throw new Refusal(400, 'apiKey.ownerLacks', { name: owner.displayName, permission: lacking })
      // Whoever makes a key could use it: it can do nothing that they can't (spec 5 §1, 'No way up').
      const isGrantor = caller.permissions.canAll(PERMISSION_ADMINS)
      if (scope === 'SCIM') await requireNoWayUp(db, caller, ownerID)
      const beyond = isGrantor ? undefined : needed.find((one) => !caller.permissions.can(one))
      if (beyond !== undefined) throw new Refusal(403, 'apiKey.youLack', { permission: beyond })
      const { key, hash } = makeKey()
      const apiKey = await db.transaction().execute(async (trx) => {
        const { id } = await trx
          .insertInto('apiKeys')
          .values({
            ...{ name, hash, ownerID, scope, expiresAt, createdAt: now, createdBy: caller.displayName },
            permissions: JSON.stringify(permissions),
            addresses: JSON.stringify(addresses),
            lastUsedAt: null,
            lastUsedFrom: '',
            revokedAt: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await audit(trx, caller, now, {
          ...entry,
          action: 'API_KEY_ADDED',
          recordID: id,
          label: name,
          personID: ownerID,
          changes: changesBetween<Record<string, unknown>>(
            {},
            {
              owner: owner.displayName,
              scope,
              permissions: permissions.join(', '),
              addresses: addresses.join(', '),
              expiresAt: request.expiresAt,
            },
          ),
        })
        return apiKeys.info(id, trx)
      })
      return { key, apiKey }
    },

    revokeApiKey: async ({ id }, { caller }) => {
      const { name, ownerID } = await apiKeys.info(id)
      await db.transaction().execute(async (trx) => {
        const ended = await trx
          .updateTable('apiKeys')
          .set({ revokedAt: clock() })
          .where('id', '=', id)
          .where('revokedAt', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (!ended) return
        await audit(trx, caller, clock(), {
          ...entry,
          action: 'API_KEY_REVOKED',
          recordID: id,
          label: name,
          personID: ownerID,
        })
      })
      return { done: true }
    },
  }
}
