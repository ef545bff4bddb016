import { createHash, createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'

/** How long a relay can be begun to be used with one, in milliseconds; what is in use goes on. */
export const CREDENTIAL_MS = 12 * 3_600_000

export const REALM = 'fieldwork'

export interface RelayCredentials {
  readonly username: string
  readonly credential: string
}

/**
 * Made for one person in one call, in the way of 'A REST API For Access To TURN Services' (draft-uberti-behave-turn-
 * rest): `{end in seconds}:{call}.{person}`, and its HMAC. A coturn with the same secret takes them, too.
 */
export function relayCredentials(
  secret: string,
  clock: Clock,
  of: { readonly meetingID: number; readonly userID: number },
): RelayCredentials {
  const username = `${Math.floor((clock() + CREDENTIAL_MS) / 1000)}:${of.meetingID}.${of.userID}`
  return { username, credential: passwordOf(secret, username) }
}

const passwordOf = (secret: string, username: string): string =>
  createHmac('sha1', secret).update(username).digest('base64')

export interface CredentialHolder {
  /** Between those of one call alone something is relayed. */
  readonly call: string
  readonly person: string
  /** In milliseconds since 1970. */
  readonly endsAt: number
  /** What their messages are signed with (RFC 8489 §9.2.2). */
  readonly key: Buffer
}

/** Whose these are; null for a name that isn't one of ours. That the key fits is for the caller to see. */
export function holderOf(secret: string, username: string): CredentialHolder | null {
  const found = /^(\d{1,12}):(\d{1,16})\.(\d{1,16})$/.exec(username)
  if (!found) return null
  const [, seconds = '', call = '', person = ''] = found
  const signed = `${username}:${REALM}:${passwordOf(secret, username)}`
  const key = createHash('md5').update(signed).digest()
  return { call, person, endsAt: Number(seconds) * 1000, key }
}
