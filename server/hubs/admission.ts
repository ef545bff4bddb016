import type { IncomingHttpHeaders } from 'node:http'
import type { Hub } from '#shared/hubs/hub.ts'
import type { HubLog } from './log.ts'
import type { HubLimits } from './settings.ts'
import type { HubIdentity } from './types.ts'

/** The parts of an HTTP request that decide whether it may connect. */
export interface HubRequest {
  /** The path without its query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** The client's address. */
  readonly address: string
}

export interface Refused {
  readonly status: 401 | 403 | 404 | 429 | 500 | 503
  readonly reason: string
}

export type Admitted = { readonly identity: HubIdentity | null }

/** Whether a page of `origin` may connect to the server that the client calls `host`. */
export type OriginRule = (origin: string | undefined, host: string | undefined) => boolean

/** Accepts pages of the server's own origin, and clients that send none because they aren't browsers. */
export const sameOrigin: OriginRule = (origin, host) => {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

const BEARER = /^Bearer ([^\s]+)$/i

/** The access token: from a header, or from the query, since a browser's WebSocket can't send headers. */
export function accessTokenOf({ headers, query }: HubRequest): string | null {
  return BEARER.exec(headers.authorization ?? '')?.[1] ?? (query.get('access_token') || null)
}

interface ConnectionCount {
  /** Connections of the same session; without a session, of strangers from the same network. */
  readonly own: number
  /** Connections of strangers: on hubs that need no token. */
  readonly strangers: number
  readonly total: number
}

interface AdmissionOptions {
  readonly authenticate: (token: string) => Promise<HubIdentity | null>
  readonly allowedOrigins: OriginRule
  readonly limits: HubLimits
  readonly log: HubLog
  /** False where this server may serve nobody now. */
  readonly isReady: () => boolean
  /** How many connections there are. */
  readonly count: (identity: HubIdentity | null, address: string) => ConnectionCount
}

/** Decides who may connect; asked for negotiations and for WebSockets. */
export class Admission {
  readonly #options: AdmissionOptions

  constructor(options: AdmissionOptions) {
    this.#options = options
  }

  async admit(hub: Hub, request: HubRequest): Promise<Admitted | Refused> {
    const { allowedOrigins, log } = this.#options
    if (!allowedOrigins(request.headers.origin, request.headers.host)) {
      log('warn', 'hub origin refused', { hub: hub.path, origin: request.headers.origin })
      return { status: 403, reason: 'This origin may not connect.' }
    }
    const identified = hub.auth === 'none' ? { identity: null } : await this.#identify(request)
    if ('status' in identified) return identified
    return this.roomFor(identified.identity, request.address) ?? identified
  }

  /** Null if there is room for one more connection. */
  roomFor(identity: HubIdentity | null, address: string): Refused | null {
    const { limits, count, isReady } = this.#options
    if (!isReady()) return { status: 503, reason: 'The server has lost touch with the others.' }
    const { own, strangers, total } = count(identity, address)
    if (own >= (identity ? limits.maxConnectionsPerSession : limits.maxAnonymousPerAddress)) {
      return { status: 429, reason: `Too many connections of this ${identity ? 'session' : 'address'}.` }
    }
    const isFull =
      total >= limits.maxConnections || (!identity && strangers >= limits.maxAnonymousConnections)
    return isFull ? { status: 503, reason: 'Too many connections.' } : null
  }

  async #identify(request: HubRequest): Promise<Admitted | Refused> {
    const token = accessTokenOf(request)
    if (token === null) return { status: 401, reason: 'A token is needed.' }
    try {
      const identity = await this.#options.authenticate(token)
      return identity ? { identity } : { status: 401, reason: 'The token is not valid.' }
    } catch (error) {
      this.#options.log('error', 'hub authentication failed', { error })
      return { status: 500, reason: 'The token could not be checked.' }
    }
  }
}
