import { ownNumbersOf, type PermissionTable } from '#shared/domain/permission-numbers.ts'
import type { AreaHandlers } from '../http/handlers.ts'

/** In what this deployment differs (spec 1 §6). */
export function environmentHandlers({
  permissionNumbers,
}: {
  readonly permissionNumbers: PermissionTable
}): AreaHandlers<'environment'> {
  return { environmentJson: () => ({ permissions: ownNumbersOf(permissionNumbers) }) }
}
