import * as z from 'zod/mini'
import type { LinkOriginOptions } from '../auth/link-origin.ts'
import type { Database } from '../db/database.ts'
import type { ServerOptions } from '../options.ts'

const hosts = z.array(z.string())

/** Where people reach this installation: what the command line says comes first, then what set-up asked for. */
export class ReachedAt implements LinkOriginOptions {
  readonly ownOrigin: () => string
  readonly #said: Pick<ServerOptions, 'publicOrigin' | 'trustedHosts'>
  #kept: { readonly publicOrigin: string | null; readonly trustedHosts: readonly string[] } = {
    publicOrigin: null,
    trustedHosts: [],
  }

  constructor(said: Pick<ServerOptions, 'publicOrigin' | 'trustedHosts'>, ownOrigin: () => string) {
    this.#said = said
    this.ownOrigin = ownOrigin
  }

  get publicOrigin(): string | null {
    return this.#said.publicOrigin ?? this.#kept.publicOrigin
  }

  get trustedHosts(): readonly string[] {
    return [...(this.#said.trustedHosts ?? []), ...this.#kept.trustedHosts]
  }

  /** Takes over what the company's row says now. */
  async read(db: Database): Promise<void> {
    const row = await db.selectFrom('tenant').select(['publicOrigin', 'trustedHosts']).executeTakeFirst()
    if (!row) return
    this.#kept = {
      publicOrigin: new URL(row.publicOrigin).origin,
      trustedHosts: hosts.parse(JSON.parse(row.trustedHosts)),
    }
  }
}
