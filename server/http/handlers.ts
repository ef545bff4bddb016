import type { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import type { callsByArea } from '#shared/contract/all-calls.ts'
import type { Call } from '#shared/contract/http-call.ts'
import type { TokenClaims } from '#shared/contract/token.ts'
import type { Permissions } from '#shared/domain/permissions.ts'

/** Who makes a call: the session of its bearer token, checked against the database. */
export interface Caller {
  readonly sessionID: string
  readonly userID: number
  readonly userName: string
  readonly displayName: string
  readonly permissions: Permissions
  readonly claims: TokenClaims
  /** What calls for the person; absent where they do themselves. */
  readonly kind?: 'API_KEY'
  /** They have to set up a second factor before anything else (spec 5 §3.6). */
  readonly mustEnrol?: true
  /** What the audit calls it. */
  readonly actorName?: string
}

/** What a handler knows beside its input. A call with `bearer` always has a caller. */
export interface CallContext<C extends Call> {
  readonly caller: C['auth'] extends 'bearer' ? Caller : Caller | null
  /** The client's address, for rate limits; behind a trusted proxy the one that it names. */
  readonly address: string
  /** The host that the client asked for, which they can choose. */
  readonly host: string | undefined
  readonly protocol: string
  /** The address that passed the request on, where headers say that a proxy did. */
  readonly forwardedBy: string | null
  /** The Idempotency-Key header, if there was one. */
  readonly idempotencyKey: string | null
}

/** A file that is read as it is sent; opened once somebody reads. */
export interface ReadFile {
  /** In bytes. */
  readonly size: number
  /** @param span the part to read, its last byte included; the whole file by default */
  readonly read: (span?: { readonly start: number; readonly end: number }) => Readable
}

/** A file's bytes, or where they are read. */
export type FileContent = Uint8Array | ReadFile

/** A file as an answer; sent with its name in Content-Disposition. */
export interface FileAnswer {
  readonly fileName: string
  readonly contentType: string
  readonly content: FileContent
}

type Answer<C extends Call> = C['answers'] extends 'blob' ? FileAnswer : z.input<C['response']>

export type Handler<C extends Call> = (
  input: z.output<C['request']>,
  context: CallContext<C>,
) => Promise<Answer<C>> | Answer<C>

type Areas = typeof callsByArea
type CallsOf<A extends keyof Areas> = {
  [N in keyof Areas[A] as Areas[A][N] extends Call ? N : never]: Areas[A][N] extends Call
    ? Areas[A][N]
    : never
}

/** The handlers of one contract area: one for every declared call, or it doesn't compile. */
export type AreaHandlers<A extends keyof Areas> = { [N in keyof CallsOf<A>]: Handler<CallsOf<A>[N]> }

export type AllHandlers = { [A in keyof Areas]: AreaHandlers<A> }
