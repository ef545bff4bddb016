import { createHash } from 'node:crypto'
import { network } from '../address.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** How long a device or an address is known after a sign-in (spec 5 §6.4). */
const PLACE_KNOWN_MS = 90 * 24 * 60 * 60 * 1000

/** Where a request comes from. */
export interface Place {
  readonly address: string
  readonly deviceID?: string | null | undefined
}

/** Keys for the name at the place: its device first, then its address. They are hashes. */
function keysOf(userName: string, { address, deviceID }: Place): string[] {
  const parts = [`address\0${network(address)}`]
  if (deviceID) parts.unshift(`device\0${deviceID}`)
  return parts.map((part) => createHash('sha256').update(`${userName}\0${part}`).digest('base64url'))
}

/**
 * Devices and addresses where people have signed in. What strangers do elsewhere isn't counted against them.
 */
export class KnownPlaces {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async remember(userID: number, userName: string, place: Place): Promise<void> {
    const signedInAt = this.#clock()
    await this.#db
      .insertInto('knownPlaces')
      .values(keysOf(userName, place).map((key) => ({ key, userID, signedInAt })))
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ userID, signedInAt }))
      .execute()
  }

  /** The key of the place for that name; null where nobody of that name has signed in lately. */
  async find(userName: string, place: Place): Promise<string | null> {
    const keys = keysOf(userName, place)
    const known = await this.#db
      .selectFrom('knownPlaces')
      .select('key')
      .where('key', 'in', keys)
      .where('signedInAt', '>', this.#clock() - PLACE_KNOWN_MS)
      .execute()
    return keys.find((key) => known.some((row) => row.key === key)) ?? null
  }

  /** Forgets one device of somebody, in the transaction that has the reason. */
  async forgetDevice(trx: Database, userID: number, userName: string, deviceID: string): Promise<void> {
    const [key = ''] = keysOf(userName, { address: '', deviceID })
    await trx.deleteFrom('knownPlaces').where('key', '=', key).where('userID', '=', userID).execute()
  }

  async keysOfPerson(userID: number): Promise<string[]> {
    const rows = await this.#db.selectFrom('knownPlaces').select('key').where('userID', '=', userID).execute()
    return rows.map(({ key }) => key)
  }

  async purge(): Promise<void> {
    await this.#db
      .deleteFrom('knownPlaces')
      .where('signedInAt', '<=', this.#clock() - PLACE_KNOWN_MS)
      .execute()
  }
}
