import type * as z from 'zod/mini'
import type { TokenClaims } from '#shared/contract/token.ts'
import type { EventArgs, EventName, Hub, MethodName, MethodResult } from '#shared/hubs/hub.ts'
import { type RefusalArgs, type RefusalCode, wordRefusal } from '#shared/texts/refusal.ts'
import { refusals } from '#shared/texts/refusals/en-GB.ts'
import type { Except, KnownConnection } from './delivery.ts'

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

/** A connection that has ended, maybe of a server that died: nothing can be sent to it any more. */
export interface EndedConnection {
  readonly id: string
  readonly identity: Pick<HubIdentity, 'sessionID' | 'userID' | 'tokenType'> | null
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
  /** Also run for the connections of another server that died, maybe twice: it removes what the connection left. */
  disconnected?(connection: EndedConnection): Promise<void> | void
}

/** Told of a connection, of any server, that came or went. */
export interface PresenceListener {
  came?(connection: KnownConnection): void
  went?(connection: KnownConnection): void
}

/** How the rest of the server reaches a hub's clients, whichever server they are connected to. */
export interface HubClients<H extends Hub> {
  toGroup<N extends EventName<H>>(group: string, event: N, args: EventArgs<H, N>, except?: Except): void
  toUser<N extends EventName<H>>(userID: number, event: N, args: EventArgs<H, N>, except?: Except): void
  /** To one window. */
  toConnection<N extends EventName<H>>(connectionID: string, event: N, args: EventArgs<H, N>): void
  toAll<N extends EventName<H>>(event: N, args: EventArgs<H, N>): void
  /** To everybody connected to this server, at once: for what each server notices by itself. */
  toAllHere<N extends EventName<H>>(event: N, args: EventArgs<H, N>): void
  /** As `toAllHere`, to a person's windows. */
  toUserHere<N extends EventName<H>>(userID: number, event: N, args: EventArgs<H, N>, except?: Except): void
  /** Adds every connection of the user to the group. */
  joinUser(userID: number, group: string): void
  /** Removes every connection of the user from the group. */
  leaveUser(userID: number, group: string): void
  /** Who is connected to any server; what happens on another one is seen a moment later. */
  readonly onlineUserIDs: ReadonlySet<number>
  /** The person's connections to any server. */
  windowsOf(userID: number): readonly KnownConnection[]
  /** Notes to every server's listeners, this one's too, that something about these people is otherwise. */
  note(userIDs: readonly number[]): void
  /** Told of what any server noted. */
  onNote(listener: (userIDs: readonly number[]) => void): void
  /** Each server is told, in the same order. */
  onPresence(listener: PresenceListener): void
  /** Whether the person is connected to any server, by the database: where something is decided by it. */
  isConnected(userID: number): Promise<boolean>
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
