import type { Kysely } from 'kysely'

/**
 * Shifts and which skills projects ask for (spec 4 §2.3, 5 §4.6); applicants (spec 6 §3); what onboarding tasks
 * say besides, and who approved what was uploaded for them (spec 5 §3.1).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await shifts(db)
  await applicants(db)
  await onboarding(db as Kysely<Record<string, Record<string, unknown>>>)
}

async function shifts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('shifts')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('start', 'bigint', (c) => c.notNull())
    .addColumn('end', 'bigint', (c) => c.notNull())
    .addColumn('segments', 'text', (c) => c.notNull())
    .addColumn('breakMinutes', 'integer', (c) => c.notNull())
    .addColumn('projectID', 'integer', (c) => c.references('projects.id'))
    .addColumn('areaID', 'integer', (c) => c.references('areas.id'))
    .addColumn('location', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('publishedAt', 'bigint')
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('isLocked', 'integer', (c) => c.notNull())
    .addColumn('lockedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('shiftsByPerson').on('shifts').columns(['userID', 'start']).execute()
  await schema.createIndex('shiftsByStart').on('shifts').columns(['start', 'state']).execute()
  await schema.createIndex('shiftsByArea').on('shifts').columns(['areaID', 'start']).execute()
  await schema
    .createTable('projectSkills')
    .addColumn('projectID', 'integer', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('skillID', 'integer', (c) => c.notNull().references('skills.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('projectSkillsOne', ['projectID', 'skillID'])
    .execute()
}

async function applicants({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('applicants')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('mobile', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('agencyID', 'integer', (c) => c.references('agencies.id').onDelete('set null'))
    .addColumn('languages', 'text', (c) => c.notNull())
    .addColumn('skills', 'text', (c) => c.notNull())
    .addColumn('availability', 'text', (c) => c.notNull())
    .addColumn('workLocation', 'text', (c) => c.notNull())
    .addColumn('rightToWork', 'text', (c) => c.notNull())
    .addColumn('rightToWorkDocument', 'text', (c) => c.notNull())
    .addColumn('rightToWorkBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('rightToWorkAt', 'bigint')
    .addColumn('rightToWorkExpires', 'text')
    .addColumn('consentAt', 'bigint')
    .addColumn('stage', 'text', (c) => c.notNull())
    .addColumn('stageSince', 'bigint', (c) => c.notNull())
    .addColumn('ownerID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('contractTypeID', 'integer', (c) => c.references('contractTypes.id'))
    .addColumn('areaID', 'integer', (c) => c.references('areas.id'))
    .addColumn('startDate', 'text')
    .addColumn('personID', 'integer', (c) => c.unique().references('users.id').onDelete('set null'))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('applicantsByStage').on('applicants').columns(['stage', 'stageSince']).execute()
}

async function onboarding(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const { schema } = db
  for (const name of ['place', 'isBeforeFirstShift'])
    await schema
      .alterTable('onboardingTasks')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  await schema.alterTable('onboardingTasks').addColumn('dueDays', 'integer').execute()
  await schema.alterTable('checklistItems').addColumn('approvedAt', 'bigint').execute()
  await schema.alterTable('checklistItems').addColumn('approvedBy', 'integer').execute()
  await schema
    .alterTable('checklistItems')
    .addColumn('rejectReason', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  // They stand as they were added, and what was done before anybody could approve it counts as approved.
  await db
    .updateTable('onboardingTasks')
    .set((eb) => ({ place: eb.ref('id') }))
    .execute()
  await db
    .updateTable('checklistItems')
    .set((eb) => ({ approvedAt: eb.ref('completedAt') }))
    .execute()
}
