import type { Kysely } from 'kysely'

/** Each second it is asked which sessions ended lately. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('sessionsByEnd').on('sessions').column('revokedAt').execute()
}
