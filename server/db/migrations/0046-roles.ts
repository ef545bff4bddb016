import type { Kysely } from 'kysely'

type Rows = Kysely<Record<string, Record<string, unknown>>>

/** Why somebody has a permission that they had before there were roles. */
export const BEFORE_ROLES = 'Held before there were roles'

async function roles({ schema }: Rows): Promise<void> {
  await schema
    .createTable('roles')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('nameKey', 'text', (c) => c.notNull().unique())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('defaultUserTypes', 'text', (c) => c.notNull())
    .addColumn('builtIn', 'text', (c) => c.unique())
    .addColumn('offered', 'text', (c) => c.notNull())
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('rolePermissions')
    .addColumn('roleID', 'integer', (c) => c.notNull().references('roles.id').onDelete('cascade'))
    .addColumn('permission', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('rolePermissionsOne', ['roleID', 'permission'])
    .execute()
  // No cascade from the role: one that people have can't be deleted, whoever asks at the same time.
  await schema
    .createTable('userRoles')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('roleID', 'integer', (c) => c.notNull().references('roles.id'))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('givenBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addPrimaryKeyConstraint('userRolesOne', ['userID', 'roleID'])
    .execute()
  await schema.createIndex('userRolesByRole').on('userRoles').column('roleID').execute()
}

async function personal(db: Rows): Promise<void> {
  const { schema } = db
  await schema
    .createTable('personalPermissions')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('permission', 'integer', (c) => c.notNull())
    .addColumn('isRefusal', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('endsAt', 'bigint')
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('givenBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addPrimaryKeyConstraint('personalPermissionsOne', ['userID', 'permission'])
    .execute()
  await schema.createIndex('personalPermissionsByEnd').on('personalPermissions').column('endsAt').execute()
  await db
    .insertInto('personalPermissions')
    .columns(['userID', 'permission', 'isRefusal', 'reason', 'since'])
    .expression(
      db
        .selectFrom('userPermissions')
        .innerJoin('users', 'users.id', 'userPermissions.userID')
        .select((eb) => [
          'userPermissions.userID',
          'userPermissions.permission',
          eb.val(0).as('isRefusal'),
          eb.val(BEFORE_ROLES).as('reason'),
          'users.createdAt',
        ]),
    )
    .execute()
  await schema.alterTable('userPermissions').addColumn('endsAt', 'bigint').execute()
  await schema
    .createTable('grantorGuard')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('changes', 'integer', (c) => c.notNull())
    .execute()
  await db.insertInto('grantorGuard').values({ id: 1, changes: 0 }).execute()
}

async function areas(db: Rows): Promise<void> {
  const { schema } = db
  const add = (name: string, type: 'integer' | 'text', rest: { default?: string | number; to?: string }) =>
    schema
      .alterTable('areas')
      .addColumn(name, type, (c) => {
        if (rest.to) return c.references(rest.to).onDelete('set null')
        return rest.default === undefined ? c : c.notNull().defaultTo(rest.default)
      })
      .execute()
  await add('version', 'integer', { default: 1 })
  await add('nameKey', 'text', {})
  await add('code', 'text', { default: '' })
  await add('parentID', 'integer', { to: 'areas.id' })
  await add('managerID', 'integer', { to: 'users.id' })
  await add('kind', 'text', { default: 'OFFICE' })
  await add('address', 'text', { default: '' })
  await add('seats', 'integer', {})
  await add('openingHours', 'text', { default: '[]' })
  await add('isActive', 'integer', { default: 1 })
  await add('changedBy', 'integer', { to: 'users.id' })
  await schema
    .alterTable('areas')
    .addColumn('changedAt', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db
    .updateTable('areas')
    .set((eb) => ({ nameKey: eb.fn('lower', ['name']) }))
    .execute()
  await schema
    .createIndex('areasNameTop')
    .unique()
    .on('areas')
    .column('nameKey')
    .where('parentID' as 'nameKey', 'is', null)
    .execute()
  await schema
    .createIndex('areasNameBelow')
    .unique()
    .on('areas')
    .columns(['parentID', 'nameKey'])
    .where('parentID', 'is not', null)
    .execute()
}

async function agencies({ schema }: Rows): Promise<void> {
  await schema
    .createTable('agencies')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('nameKey', 'text', (c) => c.notNull().unique())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('contactName', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('companyNumber', 'text', (c) => c.notNull())
    .addColumn('vatNumber', 'text', (c) => c.notNull())
    .addColumn('paymentTermsDays', 'integer', (c) => c.notNull())
    .addColumn('minimumNoticeHours', 'integer', (c) => c.notNull())
    .addColumn('contractFrom', 'text')
    .addColumn('contractTo', 'text')
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
}

async function contractTypes({ schema }: Rows): Promise<void> {
  await schema
    .createTable('contractTypes')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('nameKey', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('contractTerms')
    .addColumn('contractTypeID', 'integer', (c) =>
      c.notNull().references('contractTypes.id').onDelete('cascade'),
    )
    .addColumn('validFrom', 'text', (c) => c.notNull())
    .addColumn('terms', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('contractTermsOne', ['contractTypeID', 'validFrom'])
    .execute()
  await schema
    .alterTable('users')
    .addColumn('agencyID', 'integer', (c) => c.references('agencies.id'))
    .execute()
  await schema
    .alterTable('users')
    .addColumn('contractTypeID', 'integer', (c) => c.references('contractTypes.id'))
    .execute()
}

/**
 * Roles, personal grants and refusals, which decide what people may do; `userPermissions` is what comes of them.
 * Areas as a tree, agencies and contract types.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = db as Rows
  await roles(rows)
  await personal(rows)
  await areas(rows)
  await agencies(rows)
  await contractTypes(rows)
}
