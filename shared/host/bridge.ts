import type { HostResult } from './command.ts'
import type { HostCommandName, HostCommandRequest, HostCommandValue } from './commands.ts'
import type { HostEventName, HostEventPayload } from './events.ts'

/** Name under which the preload offers the bridge to the page. */
export const BRIDGE_KEY = 'fieldworkHost'

/** Origin of the desktop client's pages. The server lets it call across origins. */
export const DESKTOP_SCHEME = 'app'
export const DESKTOP_HOST = 'fieldwork'
export const DESKTOP_ORIGIN = `${DESKTOP_SCHEME}://${DESKTOP_HOST}`

/** IPC channel of a command and of an event. Nothing else crosses. */
export const commandChannel = (name: string): string => `host:command:${name}`
export const eventChannel = (name: string): string => `host:event:${name}`

/** What the preload exposes: no logic, one function a direction. */
export interface HostBridge {
  invoke<N extends HostCommandName>(
    name: N,
    request: HostCommandRequest<N>,
  ): Promise<HostResult<HostCommandValue<N>>>
  /** Calls back with each event of that name until the returned function is called. */
  on<N extends HostEventName>(name: N, listener: (payload: HostEventPayload<N>) => void): () => void
  readonly client: {
    /** Version of the desktop client. */
    readonly version: string
    /** The system it runs on, as `process.platform` names it. */
    readonly platform: string
    /** Origin of the server that the client is to use, without a trailing slash. */
    readonly serverUrl: string
    /** The folder of its log, with `~` for the person's own folder: their name may be in it. */
    readonly logs: string
  }
}

export type HostClient = HostBridge['client']
