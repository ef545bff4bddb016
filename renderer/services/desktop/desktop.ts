import { BRIDGE_KEY, type HostBridge } from '#shared/host/bridge.ts'
import type { HostResult } from '#shared/host/command.ts'
import type { HostCommandName, HostCommandRequest, HostCommandValue } from '#shared/host/commands.ts'
import type { HostEventName, HostEventPayload } from '#shared/host/events.ts'

/** What a person reads where only the desktop client can do a thing (spec 1 §5). */
export const USE_DESKTOP_APP = 'Please use desktop app'

/** The desktop host as the application sees it: real in the desktop client, absent in a browser. */
export interface Desktop {
  readonly available: boolean
  readonly version: string | null
  /** Where the client's log is, as a person may be told it; null in a browser. */
  readonly logs: string | null
  /** Runs a command; in a browser answers `unsupported` with 'Please use desktop app'. Never rejects. */
  invoke<N extends HostCommandName>(
    name: N,
    request: HostCommandRequest<N>,
  ): Promise<HostResult<HostCommandValue<N>>>
  /** Calls back with each event until the returned function is called; in a browser never. */
  on<N extends HostEventName>(name: N, listener: (payload: HostEventPayload<N>) => void): () => void
}

function bridgeOf(page: object): HostBridge | undefined {
  return (page as Record<string, unknown>)[BRIDGE_KEY] as HostBridge | undefined
}

/** Origin of the server: what the desktop client was told, or '' for the page's own. */
export function serverOrigin(page: object): string {
  return bridgeOf(page)?.client.serverUrl ?? ''
}

export function createDesktop(page: object): Desktop {
  const bridge = bridgeOf(page)
  if (!bridge) {
    return {
      available: false,
      version: null,
      logs: null,
      invoke: async () => ({ ok: false, error: { code: 'unsupported', message: USE_DESKTOP_APP } }),
      on: () => () => {},
    }
  }
  return {
    available: true,
    version: bridge.client.version,
    logs: bridge.client.logs,
    async invoke(name, request) {
      try {
        return await bridge.invoke(name, request)
      } catch (error) {
        return {
          ok: false,
          error: { code: 'failed', message: error instanceof Error ? error.message : String(error) },
        }
      }
    },
    on: (name, listener) => bridge.on(name, listener),
  }
}
