import { dateFormat } from '#shared/domain/date-format.ts'
import { londonDayAfter, londonField } from '#shared/domain/london-time.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import {
  CREDENTIAL_TOOLS,
  CREDENTIAL_WARNING_DAYS,
  type CredentialTool,
} from '#shared/domain/tool-credentials.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Database } from '../db/database.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { forgetOldImports } from './credential-imports.ts'
import { CREDENTIAL_TABLES } from './tool-credentials.ts'

interface ExpiryParts {
  readonly db: Database
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const longDay = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const NAMED_MAX = 3

interface Expiring {
  readonly tool: CredentialTool
  readonly name: string
  readonly expires: string
}

/** Takes the entries of which nobody was told yet: of several servers one gets each. */
async function take(
  trx: Database,
  kind: 'PERSON' | 'ROLE',
  from: string,
  until: string,
): Promise<Expiring[]> {
  const { table, whose } = CREDENTIAL_TABLES[kind]
  const rows = await trx
    .updateTable(table)
    .set((eb) => ({ toldFor: eb.ref('expires') }))
    .where('expires', '>=', from)
    .where('expires', '<=', until)
    .where((eb) => eb.or([eb('toldFor', 'is', null), eb('toldFor', '!=', eb.ref('expires'))]))
    .returning([`${whose} as holderID`, 'tool', 'expires'])
    .execute()
  const found: Expiring[] = []
  for (const { holderID, tool, expires } of rows) {
    const holder =
      kind === 'PERSON'
        ? await trx
            .selectFrom('users')
            .where('id', '=', holderID)
            .where('status', '!=', 'LEAVER')
            .select('displayName as name')
            .executeTakeFirst()
        : await trx.selectFrom('roles').where('id', '=', holderID).select('name').executeTakeFirst()
    if (holder && expires !== null) found.push({ tool, name: holder.name, expires })
  }
  return found
}

const keepers = async (db: Database): Promise<number[]> =>
  (
    await db
      .selectFrom('userPermissions')
      .innerJoin('users', 'users.id', 'userPermissions.userID')
      .where('permission', '=', PERMISSIONS.ADMIN_CAN_MANAGE_CREDENTIALS)
      .where('users.status', '=', 'ACTIVE')
      .select('userPermissions.userID')
      .execute()
  ).map(({ userID }) => userID)

function subjectOf(all: readonly Expiring[]): string {
  const wordsOf = ({ tool, name, expires }: Expiring) =>
    `${CREDENTIAL_TOOLS[tool]} of ${name} (${longDay.format(Date.parse(`${expires}T00:00:00Z`))})`
  const [first] = all
  if (first && all.length === 1) return `Tool credentials expire: ${wordsOf(first)}`
  const named = all.slice(0, NAMED_MAX).map(wordsOf).join(', ')
  const more = all.length - NAMED_MAX
  return `${all.length} tool credentials expire: ${named}${more > 0 ? ` and ${more} more` : ''}`
}

/**
 * Tells those who keep credentials of what expires within 7 days, each end once (spec 5 §5.5).
 * @param now in milliseconds since 1970
 * @returns of how many entries they were told
 */
export async function tellExpiringCredentials({ db, publisher }: ExpiryParts, now: number): Promise<number> {
  const today = londonField(now).slice(0, 10)
  const until = londonField(londonDayAfter(now, CREDENTIAL_WARNING_DAYS)).slice(0, 10)
  const { kept, count } = await db.transaction().execute(async (trx) => {
    const all = [
      ...(await take(trx, 'PERSON', today, until)),
      ...(await take(trx, 'ROLE', today, until)),
    ].toSorted((a, b) => (a.expires < b.expires ? -1 : a.expires > b.expires ? 1 : 0))
    if (all.length === 0) return { kept: [], count: 0 }
    const subject = subjectOf(all)
    const told = (await keepers(trx)).map((userID) => ({
      ...{ userID, subject, type: 'NEW_UPDATE' as const, cssClass: 'warning' as const },
    }))
    return { kept: await keepNotifications(trx, now, told), count: all.length }
  })
  publisher.notified(kept)
  return count
}

/** Tells of tool credentials that expire. */
export function credentialExpiryService(parts: ExpiryParts): BackgroundService {
  return {
    key: 'CREDENTIAL_EXPIRY',
    name: 'Tool credential expiry',
    what: 'Tells those who keep tool credentials 7 days before one expires, and forgets what imports replaced.',
    schedule: { dailyAt: '06:35' },
    async run({ startedAt, log }) {
      await forgetOldImports(parts.db, startedAt)
      const count = await tellExpiringCredentials(parts, startedAt)
      log(count === 1 ? '1 entry was told of' : `${count} entries were told of`)
    },
  }
}
