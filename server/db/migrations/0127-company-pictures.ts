import type { Kysely } from 'kysely'

interface Tables {
  tenant: { logo: Uint8Array | null; logoType: string | null; changedAt: number }
  companyPictures: {
    kind: string
    contentType: string
    content: Uint8Array
    hash: string
    changedBy: number | null
    changedAt: number
  }
}

/** The company's logo, its form for dark grounds and its icon (spec 5 §5.7). The logo of set-up is the first of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('companyPictures')
    .addColumn('kind', 'text', (c) => c.primaryKey())
    .addColumn('contentType', 'text', (c) => c.notNull())
    .addColumn('content', 'blob', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  const rows = db as Kysely<Tables>
  const before = await rows
    .selectFrom('tenant')
    .select(['logo', 'logoType', 'changedAt'])
    .where('logo', 'is not', null)
    .executeTakeFirst()
  if (!before?.logo || !before.logoType) return
  await rows
    .insertInto('companyPictures')
    .values({
      kind: 'LOGO',
      contentType: before.logoType,
      content: before.logo,
      // Any value that no content's hash has.
      hash: 'setup',
      changedBy: null,
      changedAt: before.changedAt,
    })
    .execute()
  await rows.updateTable('tenant').set({ logo: null, logoType: null }).execute()
}
