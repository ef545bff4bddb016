import type { Kysely } from 'kysely'

/** What people write to a system flag, and since when it is looked after (spec 5 §5.12). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const name of ['title', 'note'])
    await schema
      .alterTable('systemFlags')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  for (const name of ['areaID', 'raisedBy', 'clearedBy', 'changedBy'])
    await schema.alterTable('systemFlags').addColumn(name, 'integer').execute()
  for (const name of ['endsAt', 'acknowledgedAt'])
    await schema.alterTable('systemFlags').addColumn(name, 'bigint').execute()
  for (const [name, first] of [
    ['version', 1],
    ['changedAt', 0],
  ] as const)
    await schema
      .alterTable('systemFlags')
      .addColumn(name, name === 'version' ? 'integer' : 'bigint', (c) => c.notNull().defaultTo(first))
      .execute()
}
