import { type AudioSetting, audioSetting, type ExternalAccount } from '#shared/contract/settings-entities.ts'
import { DEFAULT_AUDIO_SETTING } from '#shared/domain/settings.ts'
import type { Database } from '../db/database.ts'
import { parsed } from './parsed.ts'

const AUDIO = 'audio'

/** How a person wants to be told of messages; the defaults where they never chose. */
export async function audioSettingOf(db: Database, userID: number): Promise<AudioSetting> {
  const row = await db
    .selectFrom('personSettings')
    .select('value')
    .where('userID', '=', userID)
    .where('name', '=', AUDIO)
    .executeTakeFirst()
  const kept = audioSetting.safeParse(parsed(row?.value ?? null))
  return kept.success ? kept.data : DEFAULT_AUDIO_SETTING
}

export async function saveAudioSettingOf(db: Database, userID: number, setting: AudioSetting): Promise<void> {
  const value = JSON.stringify(setting)
  await db
    .insertInto('personSettings')
    .values({ userID, name: AUDIO, value })
    .onConflict((conflict) => conflict.columns(['userID', 'name']).doUpdateSet({ value }))
    .execute()
}

/** The person's accounts with other workforce services, by the services' names. */
export async function externalAccountsOf(db: Database, userID: number): Promise<ExternalAccount[]> {
  const rows = await db
    .selectFrom('externalAccounts')
    .select(['id', 'serviceName', 'userName', 'updatedAt'])
    .where('userID', '=', userID)
    .orderBy('serviceName')
    .execute()
  return rows.map(({ updatedAt, ...account }) => ({
    ...account,
    lastUpdatedTime: new Date(updatedAt).toISOString(),
  }))
}
