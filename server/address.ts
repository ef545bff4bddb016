import type { AddressInfo } from 'node:net'

/** The URL of a listening server. */
export function addressOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
