import type { PermissionName, Permissions } from '#shared/domain/permissions.ts'
import { ACCESS_DENIED } from '../chat/access.ts'
import { Refusal } from '../http/handlers.ts'

/** @throws Refusal 403 without the permission. */
export function requirePermission(
  { permissions }: { readonly permissions: Permissions },
  name: PermissionName,
): void {
  if (!permissions.can(name)) throw new Refusal(403, ACCESS_DENIED)
}
