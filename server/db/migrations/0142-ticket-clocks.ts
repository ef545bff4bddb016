import type { Kysely } from 'kysely'

/** The times that held when a ticket was raised, or got its priority (spec 5 §5.13). Null: those of every company. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('tickets').addColumn('responseMinutes', 'integer').execute()
  await schema.alterTable('tickets').addColumn('resolutionMinutes', 'integer').execute()
}
