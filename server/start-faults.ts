import { SETUP_TEXT } from '#shared/domain/setup.ts'
import { UpgradeFailedError } from './backup/upgrade.ts'
import type { Database } from './db/database.ts'
import { somebodyCanGrant } from './roles/grantors.ts'
import type { Installation } from './setup/installation.ts'

const NOBODY_CAN_GRANT_STATUS = 3
/** The data is as it was before the start (spec 5 §6.7). */
const UPGRADE_FAILED_STATUS = 5

/** A company whose people nobody can give permissions any more isn't served (spec 5 §2.1). */
export class NobodyCanGrantError extends Error {}

/** @throws NobodyCanGrantError */
export async function requireGrantor({
  db,
  installation,
}: {
  readonly db: Database
  readonly installation: Pick<Installation, 'isClaimed'>
}): Promise<void> {
  if ((await installation.isClaimed()) && !(await somebodyCanGrant(db)))
    throw new NobodyCanGrantError(SETUP_TEXT.nobodyCanGrant)
}

/** The exit status of a server that couldn't start. */
export function endStatusOf(error: unknown): number {
  if (error instanceof NobodyCanGrantError) return NOBODY_CAN_GRANT_STATUS
  return error instanceof UpgradeFailedError ? UPGRADE_FAILED_STATUS : 1
}
