import * as z from 'zod/mini'
import { byName } from '#shared/domain/locale.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { type CredentialTool, isExpired } from '#shared/domain/tool-credentials.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

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

/** Whose credentials they are: a person's own, or everybody's with a role. */
export interface Holder {
  readonly kind: 'PERSON' | 'ROLE'
  readonly id: number
}

/** Their tables differ only in whose the rows are: one query is written for both. */
export const CREDENTIAL_TABLES = {
  PERSON: { table: 'toolCredentials', whose: 'userID' },
  ROLE: {
    table: 'roleCredentials' as never as 'toolCredentials',
    whose: 'roleID' as never as 'userID',
  },
} as const

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

/** An entry's id among those of its holder. */
export const entryID = (tool: CredentialTool, place: number): number => TOOLS.indexOf(tool) * PLACES + place

/** Tool and place of an entry's id; null where it is none. */
export function entryOf(id: number): { readonly tool: CredentialTool; readonly place: number } | null {
  const tool = TOOLS[Math.floor(id / PLACES)]
  return tool === undefined ? null : { tool, place: id % PLACES }
}

/** Credentials are sealed for one person, tool and place, and can't be used in another row. */
export const toolCredentialPlace = (userID: number, tool: CredentialTool, place: number) =>
  `toolCredentials ${userID} ${tool} ${place}`
export const roleCredentialPlace = (roleID: number, tool: CredentialTool, place: number) =>
  `roleCredentials ${roleID} ${tool} ${place}`

const placeOf = ({ kind, id }: Holder, tool: CredentialTool, place: number) =>
  kind === 'PERSON' ? toolCredentialPlace(id, tool, place) : roleCredentialPlace(id, tool, place)

/** A holder's details as the database stores them. */
export const sealFor = (
  sealer: Sealer,
  holder: Holder,
  tool: CredentialTool,
  place: number,
  value: ToolDetails,
): string => sealer.seal(JSON.stringify(value), placeOf(holder, tool, place))

/** A person's details as the database stores them; also for the demo data. */
export const sealDetails = (
  sealer: Sealer,
  userID: number,
  tool: CredentialTool,
  place: number,
  value: ToolDetails,
): string => sealFor(sealer, { kind: 'PERSON', id: userID }, tool, place, value)

/** @throws SealError */
export const unsealFor = (
  sealer: Sealer,
  holder: Holder,
  tool: CredentialTool,
  place: number,
  sealed: string,
): ToolDetails => z.parse(details, JSON.parse(sealer.unseal(sealed, placeOf(holder, tool, place))))

/** A row of either table, and whose it is. */
export interface Entry {
  readonly holder: Holder
  /** The person's or role's name. */
  readonly holderName: string
  readonly tool: CredentialTool
  readonly place: number
  readonly sealed: string
  readonly isAutoConnect: boolean
  readonly forceReload: boolean
  readonly updatedAt: number
  readonly expires: string | null
  readonly version: number
  /** Who changed it last; null where that isn't known. */
  readonly changedBy: string | null
}

const COLUMNS = [
  ...(['c.tool', 'c.place', 'c.sealed', 'c.isAutoConnect', 'c.forceReload', 'c.updatedAt'] as const),
  ...(['c.expires', 'c.version', 'author.displayName as changedBy'] as const),
] as const

const inOrder = (a: Entry, b: Entry) => entryID(a.tool, a.place) - entryID(b.tool, b.place)

/** A person's own. */
export async function ownEntries(db: Database, userID: number): Promise<Entry[]> {
  const rows = await db
    .selectFrom('toolCredentials as c')
    .innerJoin('users as u', 'u.id', 'c.userID')
    .leftJoin('users as author', 'author.id', 'c.changedBy')
    .where('c.userID', '=', userID)
    .select(COLUMNS)
    .select('u.displayName as holderName')
    .execute()
  return rows
    .map(({ isAutoConnect, forceReload, ...row }) => ({
      ...row,
      holder: { kind: 'PERSON' as const, id: userID },
      isAutoConnect: isAutoConnect === 1,
      forceReload: forceReload === 1,
    }))
    .toSorted(inOrder)
}

/** Those of all roles, or of the roles that somebody has; by the roles' names. */
export async function roleEntries(db: Database, userID: number | null): Promise<Entry[]> {
  const all = db
    .selectFrom('roleCredentials as c')
    .innerJoin('roles as r', 'r.id', 'c.roleID')
    .leftJoin('users as author', 'author.id', 'c.changedBy')
    .select(COLUMNS)
    .select(['c.roleID', 'r.name as holderName'])
  const held = db
    .selectFrom('userRoles')
    .where('userID', '=', userID ?? 0)
    .select('roleID')
  const rows = await (userID === null ? all : all.where('c.roleID', 'in', held)).execute()
  return rows
    .map(({ roleID, isAutoConnect, forceReload, ...row }) => ({
      ...row,
      holder: { kind: 'ROLE' as const, id: roleID },
      isAutoConnect: isAutoConnect === 1,
      forceReload: forceReload === 1,
    }))
    .toSorted((a, b) => byName(a.holderName, b.holderName) || a.holder.id - b.holder.id || inOrder(a, b))
}

/**
 * What somebody signs in with (spec 5 §5.5): of each tool their own, else their role's; of several roles that of
 * the first by name. What has expired doesn't count.
 * @param today YYYY-MM-DD in London
 */
export async function usedEntries(db: Database, userID: number, today: string): Promise<Entry[]> {
  const good = ({ expires }: Entry) => !isExpired(expires, today)
  const own = (await ownEntries(db, userID)).filter(good)
  const used = [...own]
  for (const entry of (await roleEntries(db, userID)).filter(good)) {
    const first = used.find(({ tool }) => tool === entry.tool)
    const { holder } = first ?? entry
    if (holder.kind === entry.holder.kind && holder.id === entry.holder.id) used.push(entry)
  }
  return used.toSorted(inOrder)
}

interface CredentialParts {
  readonly db: Database
  readonly sealer: Sealer
  readonly clock: Clock
}

/** What people sign in to tools with (spec 1 §3, 5 §5.5), stored sealed. */
export class ToolCredentials {
  readonly #parts: CredentialParts

  constructor(parts: CredentialParts) {
    this.#parts = parts
  }

  #used(userID: number): Promise<Entry[]> {
    const { db, clock } = this.#parts
    return usedEntries(db, userID, londonField(clock()).slice(0, 10))
  }

  #unseal({ holder, tool, place, sealed }: Entry): ToolDetails {
    return unsealFor(this.#parts.sealer, holder, tool, place, sealed)
  }

  /** All that somebody signs in with, in order, without the passwords. @throws SealError */
  async all(userID: number): Promise<ListedDetails[]> {
    return (await this.#used(userID)).map((entry) => ({
      id: entryID(entry.tool, entry.place),
      tool: entry.tool,
      userName: this.#unseal(entry).userName,
      updatedAt: entry.updatedAt,
    }))
  }

  /** One of them; null where there is none with that id. @throws SealError */
  async byID(userID: number, id: number): Promise<(ToolDetails & { readonly tool: CredentialTool }) | null> {
    const entry = (await this.#used(userID)).find(({ tool, place }) => entryID(tool, place) === id)
    return entry ? { ...this.#unseal(entry), tool: entry.tool } : null
  }

  /** What somebody signs in to a tool with, in order. @throws SealError */
  async of(userID: number, tool: CredentialTool): Promise<StoredDetails[]> {
    return (await this.#used(userID))
      .filter((entry) => entry.tool === tool)
      .map((entry) => ({
        ...this.#unseal(entry),
        isAutoConnect: entry.isAutoConnect,
        forceReload: entry.forceReload,
      }))
  }

  /** The first of them; empty details where there are none. */
  async first(userID: number, tool: CredentialTool): Promise<StoredDetails> {
    const [first] = await this.of(userID, tool)
    return first ?? { userName: '', password: '', url: '', isAutoConnect: false, forceReload: false }
  }
}
