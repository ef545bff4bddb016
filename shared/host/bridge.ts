import type { HostResult } from './command.ts'
import type { HostCommandName, HostCommandRequest, HostCommandValue } from './commands.ts'
import type { HostEventName, HostEventPayload } from './events.ts'

/** Name under which the preload offers the bridge to the page. */
export const BRIDGE_KEY = 'fieldworkHost'

/** Scheme of the desktop client's pages. The server lets its origin call across origins. */
export const DESKTOP_SCHEME = 'app'
export const DESKTOP_HOST = 'fieldwork'
export const DESKTOP_ORIGIN = `${DESKTOP_SCHEME}://${DESKTOP_HOST}`

/** The IPC channels of a command and of an event. Nothing else crosses. */
export const commandChannel = (name: string): string => `host:command:${name}`
export const eventChannel = (name: string): string => `host:event:${name}`

/** What the preload exposes: one function for each direction, without logic. */
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
    /** Origin of the server to use, without a slash at the end. */
    readonly serverUrl: string
    /** The folder of the client's log. `~` stands for the person's own folder, whose name may be theirs. */
    readonly logs: string
  }
}

export type HostClient = HostBridge['client']
