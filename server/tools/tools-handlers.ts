import type { PermissionName, Permissions } from '#shared/domain/permissions.ts'
import { requirePermission } from '../auth/require-permission.ts'
import type { Vault } from '../auth/vault.ts'
import { ACCESS_DENIED } from '../chat/access.ts'
import type { Database } from '../db/database.ts'
import type { CredentialTool } from '../db/schema.ts'
import { type AreaHandlers, type Caller, Refusal } from '../http/handlers.ts'
import { ToolCredentials } from './tool-credentials.ts'

/** Who works with the dialler and the survey tools (spec 1 §1, 3 §6). */
const TOOL_USERS: readonly PermissionName[] = [
  'CAN_INTERVIEW',
  'ISUPERVISOR_CAN_SEE_MODULE',
  'ADMIN_CAN_SEE_MODULE',
]

/** @throws Refusal 403 for who works with no such tools. */
function requireToolUser({ permissions }: { readonly permissions: Permissions }): void {
  if (!permissions.canAny(TOOL_USERS)) throw new Refusal(403, ACCESS_DENIED)
}

/** What the caller signs in to their tools with (spec 1 §7). Nobody reads another's. */
export function toolsHandlers({ db, vault }: { db: Database; vault: Vault }): AreaHandlers<'tools'> {
  const credentials = new ToolCredentials(db, vault)

  async function dialler({ userID }: Caller) {
    const { userName, password, url } = await credentials.first(userID, 'DIALLER')
    return { diallerUsername: userName, diallerPassword: password, diallerURL: url }
  }
  const dimensions =
    (tool: CredentialTool) =>
    async (_input: unknown, { caller }: { caller: Caller }) => {
      requireToolUser(caller)
      const { userName, password } = await credentials.first(caller.userID, tool)
      return { username: userName, password }
    }

  return {
    viewVpn: async (_input, { caller }) => {
      requirePermission(caller, 'CAN_USE_VPN')
      const all = (await credentials.of(caller.userID, 'VPN')).map(
        ({ userName, password, isAutoConnect }) => ({ userName, password, isAutoConnect }),
      )
      const [first, ...others] = all
      if (!first || others.length > 0 || first.isAutoConnect) return all
      return { userName: first.userName, password: first.password }
    },

    getVpn: async (_input, { caller }) => {
      requirePermission(caller, 'CAN_USE_VPN')
      const { userName, password } = await credentials.first(caller.userID, 'VPN')
      return { userName, password }
    },

    viewConfirmit: async (_input, { caller }) => {
      requireToolUser(caller)
      const { userName, password, forceReload } = await credentials.first(caller.userID, 'SURVEY_TOOL')
      return {
        ...(await dialler(caller)),
        confirmitUsername: userName,
        confirmitPassword: password,
        forceReload,
      }
    },

    viewDiallerOnly: async (_input, { caller }) => {
      requireToolUser(caller)
      return dialler(caller)
    },

    viewCatiDimensions: dimensions('DIMENSIONS'),
    viewCatiStagingDimensions: dimensions('DIMENSIONS_STAGING'),
  }
}
