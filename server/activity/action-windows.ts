import type { Database } from '../db/database.ts'

interface ActionWindow {
  readonly connectionID: string
  readonly userID: number
  readonly isDesktop: boolean
  readonly at: number
}

/** Keeps that a window does what activities ask for, until it goes. */
export async function keepActionWindow(db: Database, { isDesktop, ...window }: ActionWindow): Promise<void> {
  const row = { ...window, isDesktop: isDesktop ? 1 : 0 }
  await db
    .insertInto('actionWindows')
    .values(row)
    .onConflict((conflict) => conflict.column('connectionID').doUpdateSet(row))
    .execute()
}

export const dropActionWindow = (db: Database, connectionID: string) =>
  db.deleteFrom('actionWindows').where('connectionID', '=', connectionID).execute()

/**
 * The one of a person's windows that does what an activity asks for: the desktop client's newest, else the newest; null
 * where none said that it does. @param windows those that are connected, to any server
 */
export async function actionWindow(
  db: Database,
  userID: number,
  windows: readonly string[],
): Promise<string | null> {
  if (windows.length === 0) return null
  const row = await db
    .selectFrom('actionWindows')
    .where('userID', '=', userID)
    .where('connectionID', 'in', windows)
    .orderBy('isDesktop', 'desc')
    .orderBy('at', 'desc')
    .orderBy('connectionID')
    .select('connectionID')
    .executeTakeFirst()
  return row?.connectionID ?? null
}
