import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'
import { makeKey } from '../api-keys.ts'

const DAY_MS = 86_400_000

/** A key of person 1's with no permissions. Gives what is sent. */
export async function addApiKey(
  db: Database,
  values: { readonly scope?: 'SCIM'; readonly ownerID?: number } = {},
): Promise<string> {
  const { key, hash } = makeKey()
  await db
    .insertInto('apiKeys')
    .values({
      ...{ name: 'Rota export', hash, ownerID: 1, scope: null, permissions: '[]', addresses: '[]' },
      ...{ createdAt: NOON, createdBy: 'Ann', expiresAt: NOON + DAY_MS, lastUsedAt: null },
      ...{ lastUsedFrom: '', revokedAt: null },
      ...values,
    })
    .execute()
  return key
}

/** Good requests of who has what `addApiKey` made. */
export const API_KEY_REQUESTS: Record<string, unknown> = {
  'apiKeys.newApiKey': {
    ...{ name: 'Payroll', ownerID: 1, scope: null, addresses: [] },
    permissions: ['ADMIN_CAN_MANAGE_ADAPTORS'],
    expiresAt: new Date(NOON + DAY_MS).toISOString(),
  },
  'apiKeys.revokeApiKey': { id: 1 },
}
