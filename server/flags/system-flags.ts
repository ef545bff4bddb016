import type { Database } from '../db/database.ts'

/** Flags that raise and clear themselves (spec 5 §5.12). */
const FLAGS = {
  MAIL_NOT_SET_UP: {
    severity: 'WARNING',
    source: 'CHECK',
    message: 'Mail is not set up. Nobody gets invitations, links or letters.',
    whatToDo: 'Set up the SMTP adaptor in Admin › Configuration › Connection adaptors.',
  },
} as const

export type FlagKey = keyof typeof FLAGS

/** Raises the flag; one that stands stays as it is. `at` in milliseconds since 1970. */
export async function raiseFlag(db: Database, key: FlagKey, at: number): Promise<void> {
  const standing = await db
    .selectFrom('systemFlags')
    .where('key', '=', key)
    .where('clearedAt', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (standing) return
  await db
    .insertInto('systemFlags')
    .values({ key, ...FLAGS[key], raisedAt: at, clearedAt: null, acknowledgedBy: null })
    .execute()
}
