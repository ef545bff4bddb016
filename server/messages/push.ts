import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { type AdaptorOf, pushSettings } from '#shared/contract/adaptors.ts'
import { companyName } from '../setup/company-name.ts'
import { answerInWords } from '../webhooks/deliveries.ts'
import { type OutgoingRules, postForAnswer } from '../webhooks/outgoing.ts'
import { handOver, noted, unanswered, WayBlockedError } from './http-way.ts'
import { MessageError, type MessageRoute } from './message-route.ts'
import type { WayParts } from './sms.ts'

type Settings = AdaptorOf<'PUSH'>['settings']

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
/** A leave to send is asked for anew so long before it ends. */
const EARLY_MS = 60_000
const ANSWER_MAX = 64 * 1024
/** 404: the app is gone from that device. */
const REFUSED = new Set([400, 404])

/** What a key file of a service account has for this. */
const keyFile = z.object({
  client_email: z.string().check(z.minLength(3), z.maxLength(300)),
  private_key: z.string().check(z.minLength(100)),
  token_uri: z.string().check(z.regex(/^https:\/\//)),
})
export type PushKey = z.output<typeof keyFile>

/** The key file as it is kept; null where it is none. */
export function pushKeyIn(text: string): PushKey | null {
  try {
    return keyFile.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const granted = z.object({ access_token: z.string(), expires_in: z.number() })

/** A leave to send, until a time in milliseconds since 1970. */
export interface PushLeave {
  readonly token: string
  readonly until: number
}

/**
 * Asks for leave to send with the key of a service account (RFC 7523), as Google's services do.
 * @throws WayBlockedError
 */
export async function askLeave(
  { client_email: email, private_key: privateKey, token_uri: address }: PushKey,
  now: number,
  rules: OutgoingRules,
): Promise<PushLeave> {
  const seconds = Math.floor(now / 1000)
  let assertion: string
  try {
    assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(email)
      .setAudience(address)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(await importPKCS8(privateKey, 'RS256'))
  } catch {
    throw new WayBlockedError('The private key of the service account can’t be read.')
  }
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion,
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  let answer: { status: number; body: string }
  try {
    answer = await postForAnswer(new URL(address), { headers, body }, rules, ANSWER_MAX)
  } catch (error) {
    throw new WayBlockedError(unanswered(error))
  }
  if (answer.status !== 200) throw new WayBlockedError(`No leave to send. ${answerInWords(answer.status)}`)
  let read: unknown = null
  try {
    read = JSON.parse(answer.body)
  } catch {
    // It is refused below.
  }
  const { data } = granted.safeParse(read)
  if (!data) throw new WayBlockedError('No leave to send. Its answer can’t be read.')
  return { token: data.access_token, until: now + data.expires_in * 1000 }
}

/** A way out for push that keeps its leave to send while it lasts. */
export function pushWay({ db, clock, adaptors, rules }: WayParts): () => Promise<MessageRoute | null> {
  // By the key file: with another one the leave is another. Each process asks for its own.
  let kept: (PushLeave & { readonly key: string }) | null = null
  const leaveFor = async (text: string): Promise<string> => {
    const now = clock()
    if (kept?.key === text && kept.until - EARLY_MS > now) return kept.token
    const key = pushKeyIn(text)
    if (!key) throw new WayBlockedError('The key file of the service account can’t be read.')
    kept = { ...(await askLeave(key, now, rules)), key: text }
    return kept.token
  }
  const words = {
    taken: 'A push message was handed over',
    refused: 'A push message was not taken',
    blocked: 'The push service could not be used',
  }
  return async () => {
    const row = await adaptors.enabled('PUSH')
    const text = row && (await adaptors.secret(row.id, 'serviceAccount'))
    if (!row || !text) return null
    const settings = pushSettings.parse(JSON.parse(row.settings))
    return {
      async send({ to, text: body }) {
        return noted({ clock, adaptors }, row.id, words, async () => {
          const token = await leaveFor(text)
          const title = await companyName(db)
          try {
            return await postPush(settings, token, { to, title, body }, rules)
          } catch (error) {
            // The leave may have been taken back.
            if (error instanceof WayBlockedError) kept = null
            // Nothing gets to a device that the app is gone from.
            else if (error instanceof MessageError && error.message === answerInWords(404))
              await db.deleteFrom('pushTokens').where('fcm', '=', to).execute()
            throw error
          }
        })
      },
    }
  }
}

/** Hands a push message to Firebase Cloud Messaging. @throws MessageError */
export function postPush(
  { address, projectID }: Settings,
  token: string,
  { to, title, body }: { readonly to: string; readonly title: string; readonly body: string },
  rules: OutgoingRules,
): Promise<string> {
  const url = new URL(`${address.replace(/\/$/, '')}/projects/${projectID}/messages:send`)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const message = { message: { token: to, notification: { title, body } } }
  return handOver(url, { headers, body: JSON.stringify(message) }, REFUSED, rules)
}
