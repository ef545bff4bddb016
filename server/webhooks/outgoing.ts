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
  (await post(url, posted, rules, 0)).status

/** The same with the answer's body, of which so many bytes at most are read. */
export const postForAnswer = (url: URL, posted: Posted, rules: OutgoingRules, bytesMax: number) =>
  post(url, posted, rules, bytesMax)

async function post(
  url: URL,
  { headers, body }: Posted,
  rules: OutgoingRules,
  bytesMax: number,
): Promise<{ status: number; body: string }> {
  const host = hostOf(url)
  const address = await addressFor(url, rules)
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: address,
        port: url.port === '' ? 443 : Number(url.port),
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        // The certificate is that of the name, not of the address.
        servername: isIP(host) ? '' : host,
        headers: { ...headers, host: url.host, 'content-length': String(Buffer.byteLength(body)) },
        agent: false,
        signal: AbortSignal.timeout(rules.answerMs),
        ...(rules.ca !== undefined && { ca: rules.ca }),
      },
      (answer) => {
        const status = answer.statusCode ?? 0
        const parts: Buffer[] = []
        let read = 0
        const end = () => {
          resolve({ status, body: Buffer.concat(parts).subarray(0, bytesMax).toString('utf8') })
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
