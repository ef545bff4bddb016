import type { HubIdentity } from './types.ts'

/** Whom an event is for: a group, all windows of a person, one window, or everybody on the hub. */
export type Audience =
  | { readonly group: string }
  | { readonly userID: number }
  | { readonly connectionID: string }
  | 'everybody'

/** Whom an event isn't for, though they are of its audience: one window, or all of a person's. */
export type Except = { readonly id: string } | { readonly userID: number }

/** What is known of a connection on every server. */
export interface KnownConnection {
  readonly id: string
  /** The hub's path. */
  readonly hub: string
  readonly userID: number
  readonly sessionID: string
  readonly tokenType: HubIdentity['tokenType']
}

/** Something that hubs' clients are to get, or that is done to their connections, on whichever server they are. */
export type Delivery =
  | {
      readonly kind: 'event'
      readonly hub: string
      readonly to: Audience
      readonly except: Except | null
      readonly event: string
      /** As the declaration has them: checked, without undeclared fields. */
      readonly args: readonly unknown[]
    }
  | {
      readonly kind: 'join' | 'leave'
      readonly hub: string
      readonly userID: number
      readonly group: string
    }
  /** For the servers themselves: something about these people is otherwise. */
  | { readonly kind: 'note'; readonly hub: string; readonly userIDs: readonly number[] }
  | { readonly kind: 'drop' | 'refresh'; readonly sessionID: string }

/** Takes deliveries to every server's connections, in order, once the running unit is committed. */
export interface Carrier {
  carry(delivery: Delivery): void
}

/** Where all servers read who is connected. */
export interface ConnectionBook {
  /** Writes a connection in. Called before its hub's `connected`. @throws where it can't be written */
  came(connection: KnownConnection): Promise<void>
  /** Others don't see it any more. Called before its hub's `disconnected`. */
  went(connection: KnownConnection): Promise<void>
  /** Its `disconnected` has run: nobody has to do that in this server's place. */
  ended(connection: KnownConnection): Promise<void>
  /** Whether the person has a connection to the hub, on any server, as the database has it now. */
  has(hub: string, userID: number): Promise<boolean>
}
