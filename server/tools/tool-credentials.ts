import * as z from 'zod/mini'
import type { Sealer } from '../auth/sealer.ts'
import type { Database } from '../db/database.ts'
import type { CredentialTool } from '../db/schema/machines.ts'

const details = z.object({ userName: z.string(), password: z.string(), url: z._default(z.string(), '') })
export type ToolDetails = z.output<typeof details>

export interface StoredDetails extends ToolDetails {
  /** For a VPN: it connects by itself. */
  readonly isAutoConnect: boolean
  /** For a survey tool: it must sign in again. */
  readonly forceReload: boolean
}

/** What a list shows of somebody's credentials. */
export interface ListedDetails {
  /** Always the same for one person, tool and place. */
  readonly id: number
  readonly tool: CredentialTool
  readonly userName: string
  /** In milliseconds since 1970; 0 where it isn't known. */
  readonly updatedAt: number
}

const TOOLS: readonly (CredentialTool | undefined)[] = [
  undefined,
  'VPN',
  'DIALLER',
  'SURVEY_TOOL',
  'DIMENSIONS',
  'DIMENSIONS_STAGING',
]
/** More than anybody has of one tool. */
const PLACES = 1000
const idOf = (tool: CredentialTool, place: number): number => TOOLS.indexOf(tool) * PLACES + place

/** Credentials are sealed for one person, tool and place, and can't be used in another row. */
export const toolCredentialPlace = (userID: number, tool: CredentialTool, place: number) =>
  `toolCredentials ${userID} ${tool} ${place}`

/** The details as the database stores them; also for the demo data. */
export function sealDetails(
  sealer: Sealer,
  userID: number,
  tool: CredentialTool,
  place: number,
  value: ToolDetails,
): string {
  return sealer.seal(JSON.stringify(value), toolCredentialPlace(userID, tool, place))
}

/** Credentials for people's tools (spec 1 §3), stored sealed. */
export class ToolCredentials {
  readonly #db: Database
  readonly #sealer: Sealer

  constructor(db: Database, sealer: Sealer) {
    this.#db = db
    this.#sealer = sealer
  }

  /** All of a person's credentials in order, without the passwords. @throws SealError */
  async all(userID: number): Promise<ListedDetails[]> {
    const rows = await this.#rows(userID).select(['tool', 'place', 'sealed', 'updatedAt']).execute()
    return rows
      .map(({ tool, place, sealed, updatedAt }) => ({
        id: idOf(tool, place),
        tool,
        userName: this.#unseal(userID, tool, place, sealed).userName,
        updatedAt,
      }))
      .toSorted((a, b) => a.id - b.id)
  }

  /** One of a person's; null where they have none with that id. @throws SealError */
  async byID(userID: number, id: number): Promise<(ToolDetails & { readonly tool: CredentialTool }) | null> {
    const tool = TOOLS[Math.floor(id / PLACES)]
    const place = id % PLACES
    if (tool === undefined) return null
    const row = await this.#rows(userID)
      .where('tool', '=', tool)
      .where('place', '=', place)
      .select('sealed')
      .executeTakeFirst()
    return row ? { ...this.#unseal(userID, tool, place, row.sealed), tool } : null
  }

  #rows(userID: number) {
    return this.#db.selectFrom('toolCredentials').where('userID', '=', userID)
  }

  #unseal(userID: number, tool: CredentialTool, place: number, sealed: string): ToolDetails {
    return z.parse(details, JSON.parse(this.#sealer.unseal(sealed, toolCredentialPlace(userID, tool, place))))
  }

  /** A person's credentials for a tool, in order. @throws SealError */
  async of(userID: number, tool: CredentialTool): Promise<StoredDetails[]> {
    const rows = await this.#rows(userID)
      .select(['place', 'sealed', 'isAutoConnect', 'forceReload'])
      .where('tool', '=', tool)
      .orderBy('place')
      .execute()
    return rows.map(({ place, sealed, isAutoConnect, forceReload }) => ({
      ...this.#unseal(userID, tool, place, sealed),
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
