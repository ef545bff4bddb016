import { Sealer } from '../auth/sealer.ts'
import { type Database, databaseFile } from '../db/database.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import {
  freshGeneration,
  GENERATION_SETTING,
  keyringOf,
  readSecrets,
  ringOf,
  secretsFileOf,
} from './keyring.ts'
import { resealAll } from './sealed-values.ts'
import { SecretsError, secretsSource } from './secrets-source.ts'

/**
 * Seals everything anew under new keys, and signs tokens with new ones, so that everybody signs in again (spec 5
 * §6.10). The file has old and new keys until the database says in the transaction that seals which are its own:
 * interrupted anywhere, what is sealed and the keys that open it are both the old or both the new ones.
 *
 * @returns how many values were sealed anew
 * @throws SecretsError where the keys come from elsewhere and can't be changed here
 */
export async function rotateSecrets(db: Database, env: NodeJS.ProcessEnv = process.env): Promise<number> {
  // Also moves keys out of an older database.
  await keyringOf(db, env)
  const source = secretsSource(secretsFileOf(databaseFile(db)), env)
  const secrets = readSecrets(source)
  const current = await readSetting(db, GENERATION_SETTING)
  const old = secrets?.generations.find(({ id }) => id === current)
  if (source.replace === null || !secrets || !old)
    throw new SecretsError(`${source.name} can't be changed from here. Rotate where it is a file.`)
  const fresh = freshGeneration()
  source.replace(JSON.stringify({ ...secrets, generations: [old, fresh] }))
  const sealed = await db.transaction().execute(async (trx) => {
    const [from, to] = [old, fresh].map((one) => new Sealer(ringOf(secrets, one)))
    const count = from && to ? await resealAll(trx, from, to) : 0
    await writeSetting(trx, GENERATION_SETTING, fresh.id)
    return count
  })
  source.replace(JSON.stringify({ ...secrets, generations: [fresh] }))
  return sealed
}
