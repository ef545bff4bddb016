import type { Kysely } from 'kysely'

/** The rest of what the company says of itself: number, domains of its staff, addresses of before, chat channels (spec 5 §5.7). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  const add = (name: string, fallback: string) =>
    schema
      .alterTable('tenant')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(fallback))
      .execute()
  await add('companyNumber', '')
  await add('staffDomains', '[]')
  await add('formerOrigins', '[]')
  for (const name of ['isWhatsappEnabled', 'isEmailEnabled'])
    await schema
      .alterTable('tenant')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
}
