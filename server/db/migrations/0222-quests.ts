import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Quests of a team, who takes part, what they earned, and who shows their name (spec 4 §4.4.9, 6 §8). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('quests')
    .addColumn('id', id.type, id.column)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('icon', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('measure', 'text', (c) => c.notNull())
    .addColumn('aim', 'real', (c) => c.notNull())
    .addColumn('minQcScore', 'integer')
    .addColumn('from', 'bigint', (c) => c.notNull())
    .addColumn('to', 'bigint', (c) => c.notNull())
    .addColumn('rewardXP', 'integer', (c) => c.notNull())
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .addColumn('endedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('endReason', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema.createIndex('questsByEnd').on('quests').columns(['endedAt', 'to']).execute()
  await schema
    .createTable('questPeople')
    .addColumn('questID', 'integer', (c) => c.notNull().references('quests.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('questPeopleKey', ['questID', 'userID'])
    .execute()
  await schema.createIndex('questsOfPerson').on('questPeople').columns(['userID', 'state']).execute()
  await schema
    .createTable('xpEntries')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('questID', 'integer', (c) => c.notNull().references('quests.id').onDelete('cascade'))
    .addColumn('points', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('oneRewardOfQuest', ['userID', 'questID'])
    .execute()
  await schema
    .createTable('boardNames')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
}
