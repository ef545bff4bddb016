import type { RemoteDesktop, RemoteDesktopRecord } from '#shared/contract/remote-desktop.ts'
import { byName } from '#shared/domain/locale.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** Most remote desktops of one person. Ours. */
export const REMOTE_DESKTOPS_MAX = 100

export interface RemoteDesktopsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Sealer
}

/** A password is sealed for one person and one connection, and can't be used in another row. */
export const remoteDesktopPlace = (userID: number, id: number): string => `remote desktop ${userID} ${id}`

/** The password as the database stores it; for the demo data. */
export function sealRemoteDesktopPassword(
  sealer: Sealer,
  userID: number,
  id: number,
  password: string,
): string {
  return sealer.seal(password, remoteDesktopPlace(userID, id))
}

const LISTED = ['id', 'displayName', 'address', 'username'] as const

/** People's remote desktops; every method is about one owner's. */
export class RemoteDesktops {
  readonly #db: Database
  readonly #clock: Clock
  readonly #sealer: Sealer

  constructor({ db, clock, sealer }: RemoteDesktopsOptions) {
    this.#db = db
    this.#clock = clock
    this.#sealer = sealer
  }

  /** In alphabetical order. */
  async list(userID: number): Promise<RemoteDesktop[]> {
    const rows = await this.#db
      .selectFrom('remoteDesktops')
      .select(LISTED)
      .where('userID', '=', userID)
      .orderBy('id')
      .execute()
    return rows.toSorted((a, b) => byName(a.displayName, b.displayName))
  }

  /** Null where the person has none of that id. @throws SealError */
  async open(userID: number, id: number): Promise<RemoteDesktopRecord | null> {
    const row = await this.#db
      .selectFrom('remoteDesktops')
      .select([...LISTED, 'sealedPassword'])
      .where('userID', '=', userID)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return null
    const { sealedPassword, ...desktop } = row
    return { ...desktop, password: this.#sealer.unseal(sealedPassword ?? '', remoteDesktopPlace(userID, id)) }
  }

  /** Null where the person has reached the limit. */
  async add(
    userID: number,
    { password, ...fields }: Omit<RemoteDesktopRecord, 'id'>,
  ): Promise<RemoteDesktop | null> {
    return this.#db.transaction().execute(async (trx) => {
      const { count } = await trx
        .selectFrom('remoteDesktops')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('userID', '=', userID)
        .executeTakeFirstOrThrow()
      if (count >= REMOTE_DESKTOPS_MAX) return null
      const { id } = await trx
        .insertInto('remoteDesktops')
        .values({ userID, ...fields, sealedPassword: null, updatedAt: this.#clock() })
        .returning('id')
        .executeTakeFirstOrThrow()
      const sealedPassword = sealRemoteDesktopPassword(this.#sealer, userID, id, password)
      await trx.updateTable('remoteDesktops').set({ sealedPassword }).where('id', '=', id).execute()
      return { id, ...fields }
    })
  }

  /** An empty password keeps the stored one. False where the person has none with that id. */
  async update(userID: number, { id, password, ...fields }: RemoteDesktopRecord): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('remoteDesktops')
      .set({
        ...fields,
        updatedAt: this.#clock(),
        ...(password !== '' && {
          sealedPassword: sealRemoteDesktopPassword(this.#sealer, userID, id, password),
        }),
      })
      .where('userID', '=', userID)
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** False where the person has none of that id. */
  async remove(userID: number, id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('remoteDesktops')
      .where('userID', '=', userID)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
}
