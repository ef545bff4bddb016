import ipaddr from 'ipaddr.js'

export interface LinkOriginOptions {
  /** Where people reach this installation, such as `https://fieldwork.example`; it wins over all else. */
  readonly publicOrigin: string | null
  /** Host headers (`name` or `name:port`) that are believed, whoever sends them. */
  readonly trustedHosts: readonly string[]
  /** Where this server listens; used where nothing better is known. */
  readonly ownOrigin: () => string
}

/** What of a request says where its sender reached the server. */
export interface Reached {
  /** The Host header: the sender's word. */
  readonly host: string | undefined
  readonly protocol: string
  readonly address: string
}

function hostNameOf(host: string): string | null {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null
}

function isLoopback(name: string): boolean {
  const bare = name.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || (ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback')
}

/**
 * The origin of links in mails. A Host header is whatever its sender wrote, and the mail goes to
 * somebody else: it is believed where it is listed, and where both it and the sender are of this
 * very machine. Otherwise the link names the address that the server listens at.
 */
export function linkOrigin(options: LinkOriginOptions): (reached: Reached) => string {
  const { publicOrigin, trustedHosts, ownOrigin } = options
  return ({ host, protocol, address }) => {
    if (publicOrigin !== null) return publicOrigin
    const name = host === undefined ? null : hostNameOf(host)
    if (host === undefined || name === null || /[/?#@\\\s]/.test(host)) return ownOrigin()
    const isOfThisMachine = isLoopback(name) && isLoopback(address)
    return isOfThisMachine || trustedHosts.includes(host) ? `${protocol}://${host}` : ownOrigin()
  }
}
