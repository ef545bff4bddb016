/** A message from a client, with what the server uses of it. */
export type IncomingMessage =
  | {
      readonly type: 'invocation'
      /** Null where the client wants no answer. */
      readonly invocationID: string | null
      readonly target: string
      readonly args: readonly unknown[]
      /** The client wants to stream arguments. */
      readonly streams: boolean
    }
  | { readonly type: 'streamInvocation'; readonly invocationID: string; readonly target: string }
  | { readonly type: 'streamItem' | 'cancelInvocation' | 'completion'; readonly invocationID: string }
  | { readonly type: 'ping' | 'close' }
  /** A type of a later protocol version; ignored. */
  | { readonly type: 'unknown' }

/** A message from the server. */
export type OutgoingMessage =
  | { readonly type: 'event'; readonly target: string; readonly args: readonly unknown[] }
  | { readonly type: 'result'; readonly invocationID: string; readonly result: unknown }
  | { readonly type: 'failure'; readonly invocationID: string; readonly error: string }
  | { readonly type: 'ping' }
  | { readonly type: 'close'; readonly error: string | null; readonly allowReconnect: boolean }

/** A frame that breaks the protocol; its text may be told to the client. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}

/** A way to serialise hub messages: JSON or MessagePack. */
export interface HubProtocol {
  readonly name: 'json' | 'messagepack'
  readonly version: 1
  /** Whether its WebSocket frames are binary. */
  readonly binary: boolean
  /** Reads one WebSocket frame, with one or more whole messages. @throws ProtocolError for anything else */
  parse(frame: Uint8Array): IncomingMessage[]
  write(message: OutgoingMessage): Uint8Array
}

/** Message type numbers of the hub protocol, on the wire. */
export const messageType = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
} as const
