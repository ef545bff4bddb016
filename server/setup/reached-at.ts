import * as z from 'zod/mini'
import { isLoopback, type LinkOriginOptions } from '../auth/link-origin.ts'
import type { Database } from '../db/database.ts'
import type { ServerOptions } from '../options.ts'

const list = z.array(z.string())

type Said = Pick<ServerOptions, 'publicOrigin' | 'trustedHosts' | 'trustedProxies'>

interface Kept {
  readonly publicOrigin: string | null
  readonly trustedHosts: readonly string[]
  readonly trustedProxies: readonly string[]
}

/** Where people reach this installation: what the command line says comes first, then what set-up asked for. */
export class ReachedAt implements LinkOriginOptions {
  readonly ownOrigin: () => string
  readonly #said: Said
  #kept: Kept = { publicOrigin: null, trustedHosts: [], trustedProxies: [] }

  #proxies: readonly string[]

  constructor(said: Said, ownOrigin: () => string) {
    this.#said = said
    this.#proxies = said.trustedProxies ?? []
    this.ownOrigin = ownOrigin
  }

  get publicOrigin(): string | null {
    return this.#said.publicOrigin ?? this.#kept.publicOrigin
  }

  get trustedHosts(): readonly string[] {
    return [...(this.#said.trustedHosts ?? []), ...this.#kept.trustedHosts]
  }

  /** Addresses and ranges of proxies whose word about the sender holds. */
  get trustedProxies(): readonly string[] {
    return this.#proxies
  }

  /**
   * Whether people may ask for this host. One that a proxy passes on is refused where the installation has a public
   * origin and the host is neither that, nor a trusted one, nor this machine (spec 5 §6.2).
   */
  isHostOfOurs(host: string | undefined): boolean {
    const { publicOrigin, trustedHosts } = this
    if (publicOrigin === null) return true
    if (host === undefined || !URL.canParse(`http://${host}`)) return false
    if (host.toLowerCase() === new URL(publicOrigin).host || trustedHosts.includes(host)) return true
    return isLoopback(new URL(`http://${host}`).hostname)
  }

  /** Takes over what the company's row says now. */
  async read(db: Database): Promise<void> {
    const row = await db
      .selectFrom('tenant')
      .select(['publicOrigin', 'trustedHosts', 'trustedProxies'])
      .executeTakeFirst()
    if (!row) return
    this.#kept = {
      publicOrigin: new URL(row.publicOrigin).origin,
      trustedHosts: list.parse(JSON.parse(row.trustedHosts)),
      trustedProxies: list.parse(JSON.parse(row.trustedProxies)),
    }
    this.#proxies = [...(this.#said.trustedProxies ?? []), ...this.#kept.trustedProxies]
  }
}
