import type { IncomingMessage } from 'node:http'
import { isWithin, plainAddress } from './address.ts'

/** Who sends a request, and how they say they reached the server (spec 5 §6.2). */
export interface Sender {
  readonly address: string
  /** The host that the sender asked for; they can choose it. */
  readonly host: string | undefined
  readonly protocol: 'http' | 'https'
  /** The address that passed the request on, where headers say that somebody did; trusted or not. */
  readonly forwardedBy: string | null
  /** Whether a trusted proxy said the above. */
  readonly isBehindProxy: boolean
}

type Asked = Pick<IncomingMessage, 'headers'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'> & { readonly encrypted?: boolean }
}

export type SenderOf = (request: Asked) => Sender

/** What one proxy said about who asked it. */
interface Hop {
  readonly address: string | null
  readonly host: string | undefined
  readonly protocol: string | undefined
}

const listOf = (header: string | string[] | undefined): string[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((part) => part.trim())

/** Counted from the right: the nearest proxy's word is the last one. A list that is too short has its first one. */
const fromRight = (list: readonly string[], index: number): string | undefined =>
  list[Math.max(0, list.length - 1 - index)]

/** The hops of the X-Forwarded headers, the nearest first. */
function byCustom({ headers }: Asked): Hop[] {
  const [hosts, protocols] = [listOf(headers['x-forwarded-host']), listOf(headers['x-forwarded-proto'])]
  return listOf(headers['x-forwarded-for'])
    .toReversed()
    .map((text, index) => ({
      address: plainAddress(text),
      host: fromRight(hosts, index),
      protocol: fromRight(protocols, index),
    }))
}

/** The hops of the Forwarded header (RFC 7239), the nearest first. */
function byStandard({ headers }: Asked): Hop[] {
  return listOf(headers.forwarded)
    .toReversed()
    .map((element) => {
      const said = new Map(
        element.split(';').map((pair) => {
          const [name = '', ...value] = pair.trim().split('=')
          return [name.toLowerCase(), value.join('=').replace(/^"|"$/g, '')]
        }),
      )
      return {
        address: plainAddress(said.get('for') ?? ''),
        host: said.get('host'),
        protocol: said.get('proto'),
      }
    })
}

/**
 * How senders are told apart: by the connection alone, unless a trusted proxy made it. Then the sender is the first
 * address from the right of X-Forwarded-For (or of Forwarded, where there is none) that is no trusted proxy, and host
 * and protocol are what the proxy nearest to them said. What stands further to the left was written by the sender.
 *
 * @param trusted addresses and ranges, asked each time: set-up says them while the server runs
 */
export function senders(trusted: () => readonly string[]): SenderOf {
  return (request) => {
    const { headers, socket } = request
    const peer = socket.remoteAddress ?? ''
    const isForwarded = (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined
    const direct = {
      address: peer,
      host: headers.host,
      protocol: socket.encrypted ? 'https' : 'http',
      forwardedBy: isForwarded ? peer : null,
      isBehindProxy: false,
    } as const
    const ranges = trusted()
    if (ranges.length === 0 || !isWithin(peer, ranges)) return direct
    const hops = headers['x-forwarded-for'] === undefined ? byStandard(request) : byCustom(request)
    let sender: Omit<Sender, 'forwardedBy'> = { ...direct, isBehindProxy: true }
    for (const { address, host, protocol } of hops) {
      sender = {
        // Without an address (RFC 7239's 'unknown') it is the proxy that is counted.
        address: address ?? sender.address,
        host: host ?? sender.host,
        protocol: protocol === undefined ? sender.protocol : protocol === 'https' ? 'https' : 'http',
        isBehindProxy: true,
      }
      if (address === null || !isWithin(address, ranges)) break
    }
    return { ...sender, forwardedBy: direct.forwardedBy }
  }
}

/** How a server without proxies tells senders apart. */
export const directSender: SenderOf = senders(() => [])
