/** Times of the hub server, in milliseconds. */
export interface HubTimings {
  /** How long a client may take for its handshake. */
  readonly handshakeMs: number
  /** A connection that nothing was sent to for this long gets a ping. */
  readonly keepAliveMs: number
  /** A connection that nothing came from for this long is closed; the client's own ping is every 15 s. */
  readonly clientTimeoutMs: number
  /** How long a negotiation's token is valid. */
  readonly connectionTokenMs: number
  /** How long a client may take to answer a close before it is cut off. */
  readonly closeGraceMs: number
  /** How long a stop waits for clients to answer their close, and again for methods that still run. */
  readonly stopGraceMs: number
  /** How often these times are checked, and so how precise they are. */
  readonly sweepMs: number
}

/** Limits on what clients can make the hub server hold. */
export interface HubLimits {
  /** Largest message from a client, in bytes. */
  readonly maxMessageBytes: number
  /** Waiting and running invocations of one connection. */
  readonly maxInvocationsInFlight: number
  /** What a client may send at once, with pings and answers, and how much of that comes back each second. */
  readonly messageBudget: { readonly atOnce: number; readonly perSecond: number }
  /** Bytes waiting for a client that reads too slowly; past this it is closed. */
  readonly maxBufferedBytes: number
  /** Connections of one session over all hubs: its windows, its tabs. */
  readonly maxConnectionsPerSession: number
  /** Connections over all sessions and hubs. */
  readonly maxConnections: number
  /** Most connections on hubs that need no token, so that strangers don't keep people out. */
  readonly maxAnonymousConnections: number
  /** Most of these from one address or IPv6 network, so that nobody fills them alone. */
  readonly maxAnonymousPerAddress: number
}

/** SignalR's defaults, where it has some. */
export const defaultTimings: HubTimings = {
  handshakeMs: 15_000,
  keepAliveMs: 15_000,
  clientTimeoutMs: 30_000,
  connectionTokenMs: 30_000,
  closeGraceMs: 5_000,
  stopGraceMs: 2_000,
  sweepMs: 1_000,
}

export const defaultLimits: HubLimits = {
  maxMessageBytes: 32 * 1024,
  maxInvocationsInFlight: 100,
  messageBudget: { atOnce: 200, perSecond: 20 },
  maxBufferedBytes: 1024 * 1024,
  maxConnectionsPerSession: 50,
  maxConnections: 5_000,
  maxAnonymousConnections: 1_000,
  maxAnonymousPerAddress: 200,
}
