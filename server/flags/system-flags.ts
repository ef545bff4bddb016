import type { Database } from '../db/database.ts'

/** Flags that raise and clear themselves (spec 5 §5.12). */
const FLAGS = {
  MAIL_NOT_SET_UP: {
    severity: 'WARNING',
    source: 'CHECK',
    message: 'Mail is not set up. Nobody gets invitations, links or letters.',
    whatToDo: 'Set up the SMTP adaptor in Admin › Configuration › Connection adaptors.',
  },
  MAIL_FAILING: {
    severity: 'CRITICAL',
    source: 'ADAPTOR',
    message: 'Mail cannot be sent. It waits, and is tried again.',
    whatToDo: 'Test the SMTP adaptor in Admin › Configuration › Connection adaptors.',
  },
  JOB_FAILING: {
    severity: 'CRITICAL',
    source: 'JOB',
    message: 'A background service fails again and again.',
    whatToDo: 'Look at its last runs in Admin › Configuration › Background services.',
  },
} as const

export type FlagKey = keyof typeof FLAGS

/**
 * Raises the flag; one that stands gets the new words. `at` in milliseconds since 1970.
 * @param message what exactly is the matter, where the flag's own words don't say it
 */
export async function raiseFlag(db: Database, key: FlagKey, at: number, message?: string): Promise<void> {
  const flag = { ...FLAGS[key], ...(message !== undefined && { message }) }
  await db
    .insertInto('systemFlags')
    .values({ key, ...flag, raisedAt: at, clearedAt: null, acknowledgedBy: null })
    .onConflict((conflict) =>
      conflict.column('key').where('clearedAt', 'is', null).doUpdateSet({ message: flag.message }),
    )
    .execute()
}

/** Clears the flag, if it stands; the row stays as a past one. */
export async function clearFlag(db: Database, key: FlagKey, at: number): Promise<void> {
  await db
    .updateTable('systemFlags')
    .set({ clearedAt: at })
    .where('key', '=', key)
    .where('clearedAt', 'is', null)
    .execute()
}
