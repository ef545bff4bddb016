import type * as z from 'zod/mini'
import type { TokenClaims } from '#shared/contract/token.ts'
import type { EventArgs, EventName, Hub, MethodName, MethodResult } from '#shared/hubs/hub.ts'
import { type RefusalArgs, type RefusalCode, wordRefusal } from '#shared/texts/refusal.ts'
import { refusals } from '#shared/texts/refusals/en-GB.ts'

/** Who holds a connection; null on hubs that need no token. */
export interface HubIdentity {
  readonly sessionID: string
  readonly userID: number
  readonly userName: string
  readonly displayName: string
  /** Of the session. */
  readonly tokenType: TokenClaims['tokenType']
  readonly permissions: import('#shared/domain/permissions.ts').Permissions
}

/** One client's connection to one hub. */
export interface HubConnection<H extends Hub> {
  readonly id: string
  readonly identity: HubIdentity | null
  send<N extends EventName<H>>(event: N, ...args: EventArgs<H, N>): void
  join(group: string): void
  leave(group: string): void
}

/** A hub's methods. The client is told only the text of a HubRefusal, nothing about other exceptions. */
export interface HubHandlers<H extends Hub> {
  readonly methods: {
    [N in MethodName<H>]: (
      connection: HubConnection<H>,
      ...args: z.output<H['methods'][N]['args']>
    ) => Promise<MethodResult<H, N>> | MethodResult<H, N>
  }
  connected?(connection: HubConnection<H>): Promise<void> | void
  disconnected?(connection: HubConnection<H>): Promise<void> | void
}

/** How the rest of the server reaches a hub's clients. */
export interface HubClients<H extends Hub> {
  toGroup<N extends EventName<H>>(
    group: string,
    event: N,
    args: EventArgs<H, N>,
    except?: HubConnection<H>,
  ): void
  toUser<N extends EventName<H>>(userID: number, event: N, args: EventArgs<H, N>): void
  toAll<N extends EventName<H>>(event: N, args: EventArgs<H, N>): void
  /** Adds every connection of the user to the group. */
  joinUser(userID: number, group: string): void
  /** Removes every connection of the user from the group. */
  leaveUser(userID: number, group: string): void
  readonly onlineUserIDs: ReadonlySet<number>
}

/** A hub method's refusal. The protocol carries only a text, so clients get the English words. */
export class HubRefusal<C extends RefusalCode = RefusalCode> extends Error {
  constructor(code: C, ...[params]: RefusalArgs<C>) {
    super(wordRefusal(refusals, code, params))
  }
}

/** Serves hubs over WebSockets. */
export interface HubServer {
  serve<H extends Hub>(hub: H, handlers: (clients: HubClients<H>) => HubHandlers<H>): HubClients<H>
  /** Closes every connection of the session, as when it is revoked. */
  dropSession(sessionID: string): void
  /** Closes the session's connections; they reconnect with their person's present permissions. */
  refreshSession(sessionID: string): void
  close(): Promise<void>
}
