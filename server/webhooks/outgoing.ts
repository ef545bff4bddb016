import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isWithin } from '../address.ts'
import { requireNoTurn } from '../db/unit-of-work.ts'

/** Why nothing was delivered, in words for who keeps the webhook. */
export class DeliveryError extends Error {}

/** Where deliveries may go, and how long they may take. */
export interface OutgoingRules {
  /** Addresses and ranges of private networks that the operator allowed. */
  readonly allowedNetworks: readonly string[]
  readonly answerMs: number
  /** Certificates that are trusted instead of the system's, as PEM; for tests. */
  readonly ca?: string | undefined
  /** Resolves a name; the system's by default. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

const bySystem = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)

/** Whether an address is one of the public internet, or of a network that the operator allowed. */
export function isReachable(address: string, allowed: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() === 'unicast' || isWithin(address, allowed)
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/**
 * The address that a URL's host has now. All that the name has must be allowed, so that none of them can be chosen
 * by luck. Whoever connects takes this very address and asks no more: a name can't be another one a moment later.
 * @throws DeliveryError
 */
export async function addressFor(url: URL, rules: OutgoingRules): Promise<string> {
  requireNoTurn()
  const host = hostOf(url)
  const addresses = isIP(host)
    ? [host]
    : await (rules.resolve ?? bySystem)(host).catch(() => {
        throw new DeliveryError(`The name ${host} was not found.`)
      })
  const [first] = addresses
  if (first === undefined) throw new DeliveryError(`The name ${host} was not found.`)
  if (!addresses.every((address) => isReachable(address, rules.allowedNetworks)))
    throw new DeliveryError(
      `${host} is in a private network. The operator can allow it with --webhook-network.`,
    )
  return first
}

const FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers there.',
  ECONNRESET: 'The connection was cut.',
  EHOSTUNREACH: 'It can’t be reached.',
  ENETUNREACH: 'It can’t be reached.',
}
const isCertificateFault = (code: string) => /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(code)

function inWords(error: unknown, answerMs: number): string {
  const { code = '', name = '' } = error as { code?: string; name?: string }
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ABORT_ERR')
    return `No answer within ${answerMs / 1000} seconds.`
  if (isCertificateFault(code)) return 'Its certificate is not trusted.'
  return FAULTS[code] ?? `The connection failed (${code || name || 'unknown'}).`
}

interface Posted {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Posts to an address and gives the answer's status. Redirects aren't followed, and the answer isn't read.
 * @throws DeliveryError where there was no answer in time, or it may not go there
 */
export const postTo = async (url: URL, posted: Posted, rules: OutgoingRules): Promise<number> =>
  (await ask(url, { method: 'POST', ...posted }, rules, 0)).status

/** The same with the answer's body, of which so many bytes at most are read. */
export async function postForAnswer(url: URL, posted: Posted, rules: OutgoingRules, bytesMax: number) {
  const { status, body } = await ask(url, { method: 'POST', ...posted }, rules, bytesMax)
  return { status, body: body.toString('utf8') }
}

/** Of an answer no more is read than of the largest image that is passed on. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024 + 1

/**
 * `fetch` by the rules: https alone, no redirects, no private networks that the operator didn't allow.
 * What it throws is a DeliveryError.
 */
export function outgoingFetch(rules: OutgoingRules): typeof fetch {
  return async (input, init = {}) => {
    const { method = 'GET', headers, body } = init
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.protocol !== 'https:') throw new DeliveryError('It is no https address.')
    const asked = {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === 'string' ? body : '',
    }
    const answer = await ask(url, asked, rules, ANSWER_BYTES_MAX)
    const isEmpty = [204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status: Math.min(599, Math.max(200, answer.status)),
      headers: { 'content-type': answer.contentType },
    })
  }
}

async function ask(
  url: URL,
  { method, headers, body }: Posted & { readonly method: string },
  rules: OutgoingRules,
  bytesMax: number,
): Promise<{ status: number; contentType: string; body: Buffer }> {
  const host = hostOf(url)
  const address = await addressFor(url, rules)
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: address,
        port: url.port === '' ? 443 : Number(url.port),
        path: `${url.pathname}${url.search}`,
        method,
        // The certificate is that of the name, not of the address.
        servername: isIP(host) ? '' : host,
        headers: {
          ...headers,
          host: url.host,
          ...(method !== 'GET' && { 'content-length': String(Buffer.byteLength(body)) }),
        },
        agent: false,
        signal: AbortSignal.timeout(rules.answerMs),
        ...(rules.ca !== undefined && { ca: rules.ca }),
      },
      (answer) => {
        const status = answer.statusCode ?? 0
        const parts: Buffer[] = []
        let read = 0
        const end = () => {
          const contentType = answer.headers['content-type'] ?? ''
          resolve({ status, contentType, body: Buffer.concat(parts).subarray(0, bytesMax) })
          answer.destroy()
        }
        if (bytesMax === 0) return end()
        answer.on('data', (part: Buffer) => {
          parts.push(part)
          read += part.length
          if (read >= bytesMax) end()
        })
        answer.on('end', end)
      },
    )
    asking.on('error', (error) => reject(new DeliveryError(inWords(error, rules.answerMs))))
    asking.end(body)
  })
}
