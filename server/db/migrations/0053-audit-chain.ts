import type { Kysely } from 'kysely'

/** The audit as a chain of hashes, and what else an entry tells (spec 5 §5.6). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  const audit = () => schema.alterTable('audit')
  for (const name of ['onBehalfOf', 'address', 'sessionID', 'requestID'])
    await audit()
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await audit()
    .addColumn('actorKind', 'text', (c) => c.notNull().defaultTo('PERSON'))
    .execute()
  await audit().addColumn('personID', 'integer').execute()
  await audit().addColumn('readKey', 'text').execute()
  // Null until the entry is chained, which is a second later at most.
  await audit().addColumn('sequence', 'integer').execute()
  for (const name of ['salt', 'sealed', 'previousHash', 'hash'])
    await audit().addColumn(name, 'text').execute()
  await schema
    .createIndex('auditSequence')
    .unique()
    .on('audit')
    .column('sequence')
    .where('sequence' as never, 'is not', null)
    .execute()
  await schema
    .createIndex('auditUnchained')
    .on('audit')
    .column('id')
    .where('sequence' as never, 'is', null)
    .execute()
  // Of readings, one a person, viewer and hour.
  await schema
    .createIndex('auditReadOnce')
    .unique()
    .on('audit')
    .column('readKey')
    .where('readKey' as never, 'is not', null)
    .execute()
  await schema.createIndex('auditByPerson').on('audit').columns(['personID', 'id']).execute()
  await schema
    .createTable('auditPoints')
    .addColumn('sequence', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('entries', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .execute()
  // The chain has one end; a day has one root.
  await schema.createIndex('auditPointsOnce').unique().on('auditPoints').columns(['kind', 'at']).execute()
}
