import ipaddr from 'ipaddr.js'

export interface LinkOriginOptions {
  /**
   * The address under which people reach this installation, such as `https://fieldwork.example`; it comes
   * first.
   */
  readonly publicOrigin: string | null
  /** Host headers (`name` or `name:port`) that are trusted from any sender. */
  readonly trustedHosts: readonly string[]
  /** Where this server listens; used where nothing better is known. */
  readonly ownOrigin: () => string
}

/** What a request says about how its sender reached the server. */
export interface Reached {
  /** The Host header, which the sender can choose. */
  readonly host: string | undefined
  readonly protocol: string
  readonly address: string
}

function hostNameOf(host: string): string | null {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null
}

export function isLoopback(name: string): boolean {
  const bare = name.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || (ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback')
}

/**
 * The origin of links in mails. The sender of a request chooses its Host header, while the mail goes to
 * somebody else. So the header is trusted only if it is listed, or if it and the sender are of this machine.
 * Otherwise links have the address that the server listens at.
 */
export function linkOrigin(options: LinkOriginOptions): (reached: Reached) => string {
  return ({ host, protocol, address }) => {
    // Looked up each time: set-up says where people reach the server while it runs.
    const { publicOrigin, trustedHosts, ownOrigin } = options
    if (publicOrigin !== null) return publicOrigin
    const name = host === undefined ? null : hostNameOf(host)
    if (host === undefined || name === null || /[/?#@\\\s]/.test(host)) return ownOrigin()
    const isOfThisMachine = isLoopback(name) && isLoopback(address)
    return isOfThisMachine || trustedHosts.includes(host) ? `${protocol}://${host}` : ownOrigin()
  }
}
