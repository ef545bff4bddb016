import type { RequestOf } from '#shared/contract/http-call.ts'
import type { addVaultEntry, changeVaultEntry, VaultEntry } from '#shared/contract/vault.ts'
import { VAULT_LIMITS, type VaultSource, type VaultUse } from '#shared/domain/vault.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

const CONFLICT = 409

interface Place {
  readonly source: VaultSource
  readonly sourceID: number
}
type NewEntry = RequestOf<typeof addVaultEntry>
type ChangedEntry = RequestOf<typeof changeVaultEntry>

/** @throws Refusal 403 for somebody else's vault, in the same words whether there is one */
function requireOwnPlace(userID: number, { source, sourceID }: Place): void {
  if (source === 'USER' && sourceID !== userID) throw new Refusal(403, 'vault.notYours')
}

/** @throws Refusal 400 where an entry of the person's own isn't for them alone */
function requireReaders(userID: number, keys: readonly { readonly userID: number }[]): void {
  if (keys.length !== 1 || keys[0]?.userID !== userID) throw new Refusal(400, 'vault.otherReaders')
}

/** Sealed entries: kept, given out to those whom they were written for, and never understood. */
export class VaultEntries {
  readonly #db: Database
  readonly #clock: Clock

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db
    this.#clock = clock
  }

  /** @throws Refusal as `requireOwnPlace` */
  async of(userID: number, place: Place): Promise<VaultEntry[]> {
    requireOwnPlace(userID, place)
    const rows = await this.#db
      .selectFrom('vaultEntries as e')
      .innerJoin('vaultEntryKeys as k', (join) =>
        join.onRef('k.entryID', '=', 'e.entryID').on('k.userID', '=', userID),
      )
      .innerJoin('vaultKeys as w', 'w.userID', 'e.writerID')
      .innerJoin('users as owner', 'owner.id', 'e.userID')
      .innerJoin('users as writer', 'writer.id', 'e.writerID')
      .where('e.source', '=', place.source)
      .where('e.sourceID', '=', place.sourceID)
      .orderBy('e.label')
      .orderBy('e.entryID')
      .select(['e.entryID', 'e.userID', 'e.label', 'e.version', 'e.writerID', 'e.ciphertext', 'e.signature'])
      .select(['e.entryTime', 'e.changedAt', 'k.point', 'k.wrapped', 'w.encryptionKey', 'w.signingKey'])
      .select(['owner.displayName as userName', 'writer.displayName as writerName'])
      .execute()
    return rows.map(({ entryTime, changedAt, point, wrapped, writerID, writerName, ...row }) => {
      const { encryptionKey, signingKey, ...entry } = row
      return {
        ...entry,
        entryTime: new Date(entryTime).toISOString(),
        changedTime: new Date(changedAt).toISOString(),
        writer: { userID: writerID, userName: writerName, encryptionKey, signingKey },
        key: { userID, point, wrapped },
      }
    })
  }

  /** @throws Refusal as `requireOwnPlace`; 400 in other places, without keys, for other readers, beyond the limit */
  async add(userID: number, { keys, source, sourceID, ...sealed }: NewEntry): Promise<void> {
    requireOwnPlace(userID, { source, sourceID })
    if (source !== 'USER') throw new Refusal(400, 'vault.noPlace')
    requireReaders(userID, keys)
    await this.#requireSetUp(userID)
    await this.#requireRoom({ source, sourceID })
    const at = this.#clock()
    const row = {
      ...sealed,
      version: 1,
      source,
      sourceID,
      userID,
      writerID: userID,
      entryTime: at,
      changedAt: at,
    }
    const added = await this.#db
      .insertInto('vaultEntries')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) throw new Refusal(CONFLICT, 'vault.changedMeanwhile')
    await this.#writeKeys(sealed.entryID, keys)
    await this.#note(userID, sealed.entryID, 'ADDED')
  }

  /** @throws Refusal 400 where the person has no such entry, or for other readers; 409 where it has another version */
  async change(userID: number, { entryID, version, keys, ...sealed }: ChangedEntry): Promise<void> {
    await this.requireOwn(userID, entryID)
    requireReaders(userID, keys)
    const changed = await this.#db
      .updateTable('vaultEntries')
      .set({ ...sealed, version, writerID: userID, changedAt: this.#clock() })
      .where('entryID', '=', entryID)
      .where('version', '=', version - 1)
      .executeTakeFirst()
    if (changed.numUpdatedRows !== 1n) throw new Refusal(CONFLICT, 'vault.changedMeanwhile')
    await this.#db.deleteFrom('vaultEntryKeys').where('entryID', '=', entryID).execute()
    await this.#writeKeys(entryID, keys)
    await this.#note(userID, entryID, 'CHANGED')
  }

  /** @throws Refusal as `requireOwn` */
  async remove(userID: number, entryID: string): Promise<void> {
    await this.requireOwn(userID, entryID)
    await this.#db.deleteFrom('vaultEntries').where('entryID', '=', entryID).execute()
  }

  /** @throws Refusal 400 where the entry isn't one that the person reads */
  async noteUse(userID: number, entryID: string, use: 'VIEWED' | 'COPIED'): Promise<void> {
    const mine = await this.#db
      .selectFrom('vaultEntryKeys')
      .where('entryID', '=', entryID)
      .where('userID', '=', userID)
      .select('entryID')
      .executeTakeFirst()
    if (!mine) throw new Refusal(400, 'vault.gone')
    await this.#note(userID, entryID, use)
  }

  /** The last uses of an entry, newest first. @throws Refusal as `requireOwn` */
  async usesOf(userID: number, entryID: string) {
    await this.requireOwn(userID, entryID)
    const rows = await this.#db
      .selectFrom('vaultUses as u')
      .innerJoin('users', 'users.id', 'u.userID')
      .where('u.entryID', '=', entryID)
      .orderBy('u.id', 'desc')
      .limit(VAULT_LIMITS.uses)
      .select(['u.userID', 'users.displayName as userName', 'u.use', 'u.at'])
      .execute()
    return rows.map(({ at, ...use }) => ({ ...use, at: new Date(at).toISOString() }))
  }

  /** @throws Refusal 400 where the person added no such entry */
  async requireOwn(userID: number, entryID: string): Promise<void> {
    const own = await this.#db
      .selectFrom('vaultEntries')
      .where('entryID', '=', entryID)
      .where('userID', '=', userID)
      .select('entryID')
      .executeTakeFirst()
    if (!own) throw new Refusal(400, 'vault.gone')
  }

  async #requireSetUp(userID: number): Promise<void> {
    const keys = await this.#db
      .selectFrom('vaultKeys')
      .where('userID', '=', userID)
      .select('userID')
      .executeTakeFirst()
    if (!keys) throw new Refusal(400, 'vault.notSetUp')
  }

  async #requireRoom({ source, sourceID }: Place): Promise<void> {
    const { count } = await this.#db
      .selectFrom('vaultEntries')
      .where('source', '=', source)
      .where('sourceID', '=', sourceID)
      .select(this.#db.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= VAULT_LIMITS.entries) throw new Refusal(400, 'vault.full', { max: VAULT_LIMITS.entries })
  }

  async #writeKeys(entryID: string, keys: NewEntry['keys']): Promise<void> {
    await this.#db
      .insertInto('vaultEntryKeys')
      .values(keys.map((key) => ({ ...key, entryID })))
      .execute()
  }

  async #note(userID: number, entryID: string, use: VaultUse): Promise<void> {
    await this.#db.insertInto('vaultUses').values({ entryID, userID, use, at: this.#clock() }).execute()
  }
}
