import { adaptorPlace } from '../adaptors/adaptors.ts'
import { AUDIT_KEY_PLACE, AUDIT_KEY_SETTING } from '../audit/audit-key.ts'
import type { Sealer } from '../auth/sealer.ts'
import { twoFactorPlace } from '../auth/two-factor.ts'
import type { Database } from '../db/database.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { SENTINEL, SENTINEL_PLACE } from '../health/readiness.ts'
import { inboundPlace } from '../inbound/inbound-routes.ts'
import { mailPlace } from '../mail/outbox.ts'
import { remoteDesktopPlace } from '../remote-desktop/remote-desktops.ts'
import { roleCredentialPlace, toolCredentialPlace } from '../tools/tool-credentials.ts'

type Again = (sealed: string, place: string) => string

async function twoFactor(trx: Database, again: Again): Promise<number> {
  const rows = await trx.selectFrom('twoFactor').select(['userID', 'secret', 'pendingSecret']).execute()
  for (const { userID, secret, pendingSecret } of rows) {
    const place = twoFactorPlace(userID)
    await trx
      .updateTable('twoFactor')
      .set({
        secret: secret === null ? null : again(secret, place),
        pendingSecret: pendingSecret === null ? null : again(pendingSecret, place),
      })
      .where('userID', '=', userID)
      .execute()
  }
  return rows.length
}

async function remoteDesktops(trx: Database, again: Again): Promise<number> {
  const rows = await trx.selectFrom('remoteDesktops').select(['userID', 'id', 'sealedPassword']).execute()
  for (const { userID, id, sealedPassword } of rows) {
    if (sealedPassword === null) continue
    await trx
      .updateTable('remoteDesktops')
      .set({ sealedPassword: again(sealedPassword, remoteDesktopPlace(userID, id)) })
      .where('userID', '=', userID)
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

async function toolCredentials(trx: Database, again: Again): Promise<number> {
  const rows = await trx.selectFrom('toolCredentials').select(['userID', 'tool', 'place', 'sealed']).execute()
  for (const { userID, tool, place, sealed } of rows) {
    await trx
      .updateTable('toolCredentials')
      .set({ sealed: again(sealed, toolCredentialPlace(userID, tool, place)) })
      .where('userID', '=', userID)
      .where('tool', '=', tool)
      .where('place', '=', place)
      .execute()
  }
  return rows.length
}

async function roleCredentials(trx: Database, again: Again): Promise<number> {
  const rows = await trx.selectFrom('roleCredentials').select(['roleID', 'tool', 'place', 'sealed']).execute()
  for (const { roleID, tool, place, sealed } of rows) {
    await trx
      .updateTable('roleCredentials')
      .set({ sealed: again(sealed, roleCredentialPlace(roleID, tool, place)) })
      .where('roleID', '=', roleID)
      .where('tool', '=', tool)
      .where('place', '=', place)
      .execute()
  }
  return rows.length
}

async function adaptorSecrets(trx: Database, again: Again): Promise<number> {
  const rows = await trx.selectFrom('adaptorSecrets').select(['adaptorID', 'name', 'sealed']).execute()
  for (const { adaptorID, name, sealed } of rows) {
    await trx
      .updateTable('adaptorSecrets')
      .set({ sealed: again(sealed, adaptorPlace(adaptorID, name)) })
      .where('adaptorID', '=', adaptorID)
      .where('name', '=', name)
      .execute()
  }
  return rows.length
}

async function inboundDeliveries(trx: Database, again: Again): Promise<number> {
  const rows = await trx.selectFrom('inboundDeliveries').select(['id', 'hash', 'sealed']).execute()
  for (const { id, hash, sealed } of rows)
    await trx
      .updateTable('inboundDeliveries')
      .set({ sealed: again(sealed, inboundPlace(hash)) })
      .where('id', '=', id)
      .execute()
  return rows.length
}

async function mails(trx: Database, again: Again): Promise<number> {
  const rows = await trx
    .selectFrom('mails')
    .select(['id', 'messageID', 'content'])
    .where('content', 'is not', null)
    .execute()
  let count = 0
  for (const { id, messageID, content } of rows) {
    // Mails of before the queue were never sealed.
    if (content === null || content.startsWith('{')) continue
    const sealed = again(content, mailPlace(messageID))
    await trx.updateTable('mails').set({ content: sealed }).where('id', '=', id).execute()
    count++
  }
  return count
}

async function settings(trx: Database, again: Again): Promise<number> {
  let count = 0
  for (const [name, place] of [
    [AUDIT_KEY_SETTING, AUDIT_KEY_PLACE],
    [SENTINEL, SENTINEL_PLACE],
  ] as const) {
    const sealed = await readSetting(trx, name)
    if (sealed === null) continue
    await writeSetting(trx, name, again(sealed, place))
    count++
  }
  return count
}

/** Sign-ins at a provider that are under way last for minutes: they begin anew. */
async function ssoFlows(trx: Database): Promise<number> {
  await trx.deleteFrom('ssoFlows').execute()
  return 0
}

/** What imports replaced could be put back for a day: not with new keys. One that runs keeps what it needs. */
async function importedCredentials(trx: Database, again: Again): Promise<number> {
  await trx.deleteFrom('credentialImports').where('state', '!=', 'RUNNING').execute()
  let count = 0
  for (const table of ['credentialImportQueue', 'credentialImportRows'] as const) {
    const rows = await trx
      .selectFrom(table)
      .select(['importID', 'userID', 'tool', 'place', 'sealed'])
      .execute()
    for (const { importID, userID, tool, place, sealed } of rows) {
      if (sealed === null) continue
      await trx
        .updateTable(table)
        .set({ sealed: again(sealed, toolCredentialPlace(userID, tool, place)) })
        .where('importID', '=', importID)
        .where('userID', '=', userID)
        .where('tool', '=', tool)
        .where('place', '=', place)
        .execute()
      count++
    }
  }
  return count
}

/** Whatever is sealed in the database, each kind by the area that keeps it. A new kind is one line here. */
const KINDS = [
  twoFactor,
  remoteDesktops,
  toolCredentials,
  roleCredentials,
  importedCredentials,
  adaptorSecrets,
  inboundDeliveries,
  mails,
  settings,
  ssoFlows,
]

/** @returns how many rows were sealed anew @throws SealError where one can't be opened */
export async function resealAll(
  trx: Database,
  from: Pick<Sealer, 'unseal'>,
  to: Pick<Sealer, 'seal'>,
): Promise<number> {
  let count = 0
  for (const kind of KINDS) {
    count += await kind(trx, (sealed, place) => to.seal(from.unseal(sealed, place), place))
  }
  return count
}
