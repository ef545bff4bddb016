import type { CallRelayAccess } from '#shared/hubs/call-signal.ts'

/**
 * The ways through a server that a link may take where no direct one is open. Our own server takes TURN on the port
 * that it serves the page from, so that where the page comes through, a call does: by TCP, within TLS where the page
 * has that, and by UDP, which also says by which address the network is seen from outside.
 *
 * @param origin the server's, such as `https://fieldwork.example`
 */
export function iceServersOf(access: CallRelayAccess, origin: string): RTCIceServer[] {
  const { urls, hasUdp, username, credential } = access
  if (urls.length > 0) return [{ urls: [...urls], username, credential }]
  const { protocol, hostname, port } = new URL(origin)
  const isSecure = protocol === 'https:'
  const at = `${hostname}:${port === '' ? (isSecure ? 443 : 80) : port}`
  return [
    ...(hasUdp ? [{ urls: `stun:${at}` }, { urls: `turn:${at}?transport=udp`, username, credential }] : []),
    { urls: `${isSecure ? 'turns' : 'turn'}:${at}?transport=tcp`, username, credential },
  ]
}
