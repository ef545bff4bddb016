import type { Vault } from '../auth/vault.ts'
import type { Database } from '../db/database.ts'
import type { CredentialTool } from '../db/schema/machines.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { ToolCredentials } from './tool-credentials.ts'

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
      const { userName, password } = await credentials.first(caller.userID, tool)
      return { username: userName, password }
    }

  return {
    viewVpn: async (_input, { caller }) => {
      const all = (await credentials.of(caller.userID, 'VPN')).map(
        ({ userName, password, isAutoConnect }) => ({ userName, password, isAutoConnect }),
      )
      const [first, ...others] = all
      if (!first || others.length > 0 || first.isAutoConnect) return all
      return { userName: first.userName, password: first.password }
    },

    getVpn: async (_input, { caller }) => {
      const { userName, password } = await credentials.first(caller.userID, 'VPN')
      return { userName, password }
    },

    viewConfirmit: async (_input, { caller }) => {
      const { userName, password, forceReload } = await credentials.first(caller.userID, 'SURVEY_TOOL')
      return {
        ...(await dialler(caller)),
        confirmitUsername: userName,
        confirmitPassword: password,
        forceReload,
      }
    },

    viewDiallerOnly: (_input, { caller }) => dialler(caller),

    viewCatiDimensions: dimensions('DIMENSIONS'),
    viewCatiStagingDimensions: dimensions('DIMENSIONS_STAGING'),
  }
}
