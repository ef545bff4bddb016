import type { AddressInfo } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The URL of a listening server. */
export function addressOf({ address, family, port }: AddressInfo, isSecure = false): string {
  return `${isSecure ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** An address without port and brackets, as headers have them; null where it is none. */
export function plainAddress(text: string): string | null {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null
}

/** Whether an address is one of the addresses and ranges. */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const one = ipaddr.process(address)
  return ranges.some((range) => {
    const [network, bits] = range.includes('/')
      ? ipaddr.parseCIDR(range)
      : ([ipaddr.process(range), range.includes(':') ? 128 : 32] as const)
    if (network instanceof ipaddr.IPv4)
      return one instanceof ipaddr.IPv4 && one.match(network, Math.min(bits, 32))
    return one instanceof ipaddr.IPv6 && one.match(network, bits)
  })
}

/**
 * The address as it is counted: of an IPv6 address only its /64 network, since a household or office has a
 * whole one.
 */
export function network(address: string): string {
  if (!ipaddr.isValid(address)) return address
  // An IPv4 address may come in its IPv6 spelling.
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
