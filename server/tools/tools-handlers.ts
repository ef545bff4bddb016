import { diallerSettings } from '#shared/contract/adaptors.ts'
import { type CredentialTool, TOKEN_LOGIN } from '#shared/domain/tool-credentials.ts'
import type { Adaptors } from '../adaptors/adaptors.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { EventLog } from '../session/event-log.ts'
import { ToolCredentials } from './tool-credentials.ts'

const SERVICE_NAMES: Readonly<Record<CredentialTool, string>> = {
  VPN: 'VPN',
  DIALLER: 'Dialler',
  SURVEY_TOOL: 'Forsta',
  DIMENSIONS: 'Dimensions',
  DIMENSIONS_STAGING: 'Dimensions staging',
}

/** The caller's credentials for their tools (spec 1 §7). Nobody can read another's. */
export function toolsHandlers({
  db,
  clock,
  sealer,
  eventLog,
  adaptors,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly eventLog: EventLog
  readonly adaptors: Pick<Adaptors, 'enabled'>
}): AreaHandlers<'tools'> {
  const credentials = new ToolCredentials({ db, clock, sealer })

  async function dialler({ userID }: Caller) {
    const { userName, password, url } = await credentials.first(userID, 'DIALLER')
    if (userName === '') {
      // Whoever has no entry signs in as the company does (spec 5 §5.3).
      const row = await adaptors.enabled('DIALLER')
      const settings = row && diallerSettings.parse(JSON.parse(row.settings))
      if (settings?.signIn === 'TOKEN_LOGIN')
        return { diallerUsername: TOKEN_LOGIN, diallerPassword: '', diallerURL: settings.address }
    }
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

    viewAllServices: async (_input, { caller }) =>
      (await credentials.all(caller.userID)).map(({ id, tool, userName, updatedAt }) => ({
        id,
        serviceName: SERVICE_NAMES[tool],
        userName,
        lastUpdatedTime: updatedAt === 0 ? null : new Date(updatedAt).toISOString(),
      })),

    revealService: async ({ id }, { caller: { userID } }) => {
      const found = await credentials.byID(userID, id)
      if (!found) throw new Refusal(400, 'service.unknown')
      const { tool, ...details } = found
      await eventLog.add({ userID, actionName: 'CREDENTIALS_REVEALED', description: SERVICE_NAMES[tool] })
      return details
    },

    viewCatiDimensions: dimensions('DIMENSIONS'),
    viewCatiStagingDimensions: dimensions('DIMENSIONS_STAGING'),
  }
}
