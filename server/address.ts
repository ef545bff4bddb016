import type { AddressInfo } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The URL of a listening server. */
export function addressOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
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
