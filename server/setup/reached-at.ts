import * as z from 'zod/mini'
import { isLoopback, type LinkOriginOptions, linkOrigin, type Reached } from '../auth/link-origin.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { ServerOptions } from '../options.ts'

const list = z.array(z.string())
const formerOrigins = z.array(z.object({ origin: z.string(), endsAt: z.number() }))
export type FormerOrigin = z.output<typeof formerOrigins>[number]

/** The public origins of before that still work. */
export const formerOriginsOf = (kept: string, now: number): FormerOrigin[] =>
  formerOrigins.parse(JSON.parse(kept)).filter(({ endsAt }) => endsAt > now)

type Said = Pick<ServerOptions, 'publicOrigin' | 'trustedHosts' | 'trustedProxies'>

interface Kept {
  readonly publicOrigin: string | null
  readonly trustedHosts: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly formerOrigins: string
}

/** Where people reach this installation: what the command line says comes first, then what the company says. */
export class ReachedAt implements LinkOriginOptions {
  readonly ownOrigin: () => string
  readonly #said: Said
  readonly #clock: Clock
  #kept: Kept = { publicOrigin: null, trustedHosts: [], trustedProxies: [], formerOrigins: '[]' }

  #proxies: readonly string[]

  constructor(said: Said, clock: Clock, ownOrigin: () => string) {
    this.#said = said
    this.#clock = clock
    this.#proxies = said.trustedProxies ?? []
    this.ownOrigin = ownOrigin
  }

  get publicOrigin(): string | null {
    return this.#said.publicOrigin ?? this.#kept.publicOrigin
  }

  /** What the command line says; the company can't change it. */
  get said(): { publicOrigin: string | null; trustedHosts: string[]; trustedProxies: string[] } {
    const { publicOrigin = null, trustedHosts = [], trustedProxies = [] } = this.#said
    return { publicOrigin, trustedHosts: [...trustedHosts], trustedProxies: [...trustedProxies] }
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
    const asked = host.toLowerCase()
    if (asked === new URL(publicOrigin).host || trustedHosts.some((one) => one.toLowerCase() === asked))
      return true
    if (this.#formerOrigin(asked) !== null) return true
    return isLoopback(new URL(`http://${host}`).hostname)
  }

  #formerOrigin(host: string): string | null {
    const former = formerOriginsOf(this.#kept.formerOrigins, this.#clock())
    return former.find(({ origin }) => new URL(origin).host === host.toLowerCase())?.origin ?? null
  }

  /**
   * Where a browser comes back to that was sent elsewhere: the origin that it came by where that was the public one
   * until lately, since what it keeps is kept there. Otherwise as links in mails.
   */
  comesBackTo(reached: Reached): string {
    const former = reached.host === undefined ? null : this.#formerOrigin(reached.host)
    return former ?? linkOrigin(this)(reached)
  }

  /** Takes over what the company's row says now. */
  async read(db: Database): Promise<void> {
    const row = await db
      .selectFrom('tenant')
      .select(['publicOrigin', 'trustedHosts', 'trustedProxies', 'formerOrigins'])
      .executeTakeFirst()
    if (!row) return
    this.#kept = {
      publicOrigin: new URL(row.publicOrigin).origin,
      trustedHosts: list.parse(JSON.parse(row.trustedHosts)),
      trustedProxies: list.parse(JSON.parse(row.trustedProxies)),
      formerOrigins: row.formerOrigins,
    }
    this.#proxies = [...(this.#said.trustedProxies ?? []), ...this.#kept.trustedProxies]
  }
}
