/** Limits of a remote desktop's fields, in characters. Ours. */
export const REMOTE_DESKTOP_MAX = { displayName: 100, address: 255, username: 256, password: 256 } as const

const ADDRESS = /^([a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::(\d{1,5}))?$/i
const PORT_MAX = 65_535

/**
 * Whether it is a computer's name or IPv4 address, with or without a port. Nothing else is accepted, since
 * the address becomes a line of a connection file.
 */
export function isComputerAddress(text: string): boolean {
  const [, host, port] = ADDRESS.exec(text) ?? []
  if (host === undefined || host.includes('..')) return false
  return port === undefined || (Number(port) >= 1 && Number(port) <= PORT_MAX)
}
