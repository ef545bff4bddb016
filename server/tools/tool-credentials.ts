import * as z from 'zod/mini'
import type { Vault } from '../auth/vault.ts'
import type { Database } from '../db/database.ts'
import type { CredentialTool } from '../db/schema/machines.ts'

const details = z.object({ userName: z.string(), password: z.string(), url: z._default(z.string(), '') })
export type ToolDetails = z.output<typeof details>

export interface StoredDetails extends ToolDetails {
  /** Of a VPN: it connects without being asked. */
  readonly isAutoConnect: boolean
  /** Of a survey tool: it must sign in afresh. */
  readonly forceReload: boolean
}

/** Sealed for one person, tool and place, credentials are no good in another row. */
const placeOf = (userID: number, tool: CredentialTool, place: number) =>
  `toolCredentials ${userID} ${tool} ${place}`

/** The details as the database keeps them; for the seed too. */
export function sealDetails(
  vault: Vault,
  userID: number,
  tool: CredentialTool,
  place: number,
  value: ToolDetails,
): string {
  return vault.seal(JSON.stringify(value), placeOf(userID, tool, place))
}

/** What people sign in to their tools with (spec 1 §3); kept sealed. */
export class ToolCredentials {
  readonly #db: Database
  readonly #vault: Vault

  constructor(db: Database, vault: Vault) {
    this.#db = db
    this.#vault = vault
  }

  /** A person's details of a tool, in their order. @throws SealError */
  async of(userID: number, tool: CredentialTool): Promise<StoredDetails[]> {
    const rows = await this.#db
      .selectFrom('toolCredentials')
      .select(['place', 'sealed', 'isAutoConnect', 'forceReload'])
      .where('userID', '=', userID)
      .where('tool', '=', tool)
      .orderBy('place')
      .execute()
    return rows.map(({ place, sealed, isAutoConnect, forceReload }) => ({
      ...z.parse(details, JSON.parse(this.#vault.unseal(sealed, placeOf(userID, tool, place)))),
      isAutoConnect: isAutoConnect === 1,
      forceReload: forceReload === 1,
    }))
  }

  /** The first of them; empty details where there are none. */
  async first(userID: number, tool: CredentialTool): Promise<StoredDetails> {
    const [first] = await this.of(userID, tool)
    return first ?? { userName: '', password: '', url: '', isAutoConnect: false, forceReload: false }
  }
}
