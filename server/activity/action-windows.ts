import type { MachineAway } from '#shared/domain/machine-away.ts'
import type { Database } from '../db/database.ts'
import { keepMachine } from '../support/machines.ts'

interface ActionWindow {
  readonly connectionID: string
  readonly userID: number
  readonly isDesktop: boolean
  readonly at: number
}

/** Keeps that a window does what activities ask for, until it goes. */
export async function keepActionWindow(db: Database, { isDesktop, ...window }: ActionWindow): Promise<void> {
  const row = { ...window, isDesktop: isDesktop ? 1 : 0, away: null }
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

/** Keeps why the machine of a window can't be used; null for one that can again. In a transaction of the caller's. */
export async function keepAway(
  trx: Database,
  { connectionID, userID }: { readonly connectionID: string; readonly userID: number },
  away: MachineAway | null,
  at: number,
): Promise<void> {
  await trx
    .updateTable('actionWindows')
    .set({ away })
    .where('connectionID', '=', connectionID)
    .where('userID', '=', userID)
    .execute()
  // Who sleeps loses the connection, and is known to sleep all the same.
  await keepMachine(trx, userID, { asleepAt: away === 'ASLEEP' ? at : null })
}

/** Why the machines of these people's windows can't be used, by connection; null where they can. */
export async function awayWindows(
  db: Database,
  userIDs: readonly number[],
): Promise<ReadonlyMap<string, MachineAway | null>> {
  const rows = await db
    .selectFrom('actionWindows')
    .where('userID', 'in', [0, ...userIDs])
    .select(['connectionID', 'away'])
    .execute()
  return new Map(rows.map(({ connectionID, away }) => [connectionID, away]))
}
